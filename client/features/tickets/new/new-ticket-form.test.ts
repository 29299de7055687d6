import { expect, test } from "bun:test";
import { parseQuery } from "../../../../shared/search/query.ts";
import type { StaffDetails } from "../../../../shared/tickets/page.ts";
import type { TicketHead } from "../../../../shared/tickets/vocabulary.ts";
import {
  followUpForm,
  formToKeep,
  forRequester,
  ofRequester,
  openTicketsQuery,
  readForm,
} from "./new-ticket-form.ts";

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

test("who is copied in is kept with the draft, until the ticket is for them", () => {
  const ben = { id: "ben", name: "Ben Ode" };
  const kept = formToKeep({ ...readForm(null), followers: [ben, staffOf("maya")] });
  expect(kept).toEqual({ followers: [ben, staffOf("maya")] });
  const form = readForm(kept);
  expect(form.followers).toEqual([ben, staffOf("maya")]);
  expect(readForm({ followers: [ben, "Maya", null] }).followers).toEqual([ben]);

  const companies = [{ id: "acme", name: "Acme" }];
  expect(forRequester({ ...ben, companies }, form)).toEqual({
    ...{ requester: { ...ben, companies }, companyId: "acme", followers: [staffOf("maya")] },
  });
});

function staffOf(id: string) {
  return { id, name: "Maya Chen" };
}

const ana = { id: "1", name: "Ana Ferreira" };

test("the open tickets of a requester are looked for by their whole name", () => {
  expect(openTicketsQuery(ana)).toBe('requester:"Ana Ferreira" is:open');
});

test.each(["me", "none", 'Ana "Nina" Ferreira', "Ferreira, Ana", "Ana"])(
  "also of somebody called %s",
  (name) => {
    const { terms, problems } = parseQuery(openTicketsQuery({ ...ana, name }), "staff");
    expect(problems).toEqual([]);
    expect(terms[0]).toMatchObject({ operator: "requester", values: [{ kind: "name", name }] });
  },
);

test("a namesake's are none of theirs", () => {
  const theirs = { requester: ana };
  expect(ofRequester([{ requester: { ...ana, id: "2" } }, theirs], ana)).toEqual([theirs]);
});
