import { expect, test } from "bun:test";
import type { StaffDetails } from "../../../shared/tickets/page.ts";
import type { TicketHead } from "../../../shared/tickets/vocabulary.ts";
import { followUpForm, readForm } from "./new-ticket-form.ts";

const closed = {
  ...{ id: "1", number: 7, subject: "The pump", status: "closed" },
  requester: { id: "ana", name: "Ana Ferreira" },
  company: { id: "acme", name: "Acme" },
  assignee: { id: "maya", name: "Maya Chen" },
} as TicketHead;
const staff = {
  ...{ priority: "urgent", type: "incident", tags: ["pump", "hall"] },
  team: { id: "pumps", name: "Pumps" },
} as StaffDetails;

test("a follow-up begins with what the closed ticket was, and with nobody who has it", () => {
  expect(readForm(followUpForm({ ...closed, staff }))).toMatchObject({
    ...{ subject: "Follow-up: The pump", companyId: "acme" },
    requester: { id: "ana", companies: [{ id: "acme", name: "Acme" }] },
    ...{ priority: "urgent", type: "incident", tags: ["pump", "hall"], team: staff.team },
    ...{ assignee: null, followUpOf: { id: "1", number: 7, subject: "The pump" } },
  });
});

test("of one without a team or tags it keeps no more than there is", () => {
  const plain = { priority: "normal", type: "question", team: null, tags: [] } as const;
  const kept = Object.keys(
    followUpForm({ ...closed, staff: { ...staff, ...plain, tags: [] } }) ?? {},
  );
  expect(kept.sort()).toEqual(["companyId", "followUpOf", "requester", "subject"]);
});
