import { expect, test } from "bun:test";
import type { MacroChanges } from "../../../../shared/macros.ts";
import { parseQuery } from "../../../../shared/search/query.ts";
import type { StaffDetails } from "../../../../shared/tickets/page.ts";
import type { TicketHead } from "../../../../shared/tickets/vocabulary.ts";
import {
  filledFields,
  followUpForm,
  forRequester,
  macroFields,
  openTicketsQuery,
  readForm,
  ticketsOfRequester,
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

test("a follow-up starts with the fields of the closed ticket, but unassigned", () => {
  expect(readForm(followUpForm({ ...closed, staff }))).toMatchObject({
    ...{ subject: "Follow-up: The pump", companyId: "acme" },
    requester: { id: "ana", companies: [{ id: "acme", name: "Acme" }] },
    ...{ priority: "urgent", type: "incident", tags: ["pump", "hall"], team: staff.team },
    ...{ assignee: null, followUpOf: { id: "1", number: 7, subject: "The pump" } },
  });
});

test("a follow-up of a ticket without team or tags stores only what differs from the default", () => {
  const plain = { priority: "normal", type: "question", team: null, tags: [] } as const;
  const stored = Object.keys(
    followUpForm({ ...closed, staff: { ...staff, ...plain, tags: [] } }) ?? {},
  );
  expect(stored.sort()).toEqual(["assignee", "companyId", "followUpOf", "requester", "subject"]);
});

test("followers are stored with the draft, until one becomes the requester", () => {
  const ben = { id: "ben", name: "Ben Ode" };
  const stored = filledFields({ ...readForm(null), followers: [ben, staffOf("maya")] });
  expect(stored).toEqual({ followers: [ben, staffOf("maya")] });
  const form = readForm(stored);
  expect(form.followers).toEqual([ben, staffOf("maya")]);
  expect(readForm({ followers: [ben, "Maya", null] }).followers).toEqual([ben]);

  const companies = [{ id: "acme", name: "Acme" }];
  expect(forRequester({ ...ben, companies }, form)).toEqual({
    ...{ requester: { ...ben, companies }, companyId: "acme", followers: [staffOf("maya")] },
  });
});

test("a new ticket of staff is assigned to its author, until someone else or no one is chosen", () => {
  const me = staffOf("me");
  expect(readForm(null, me).assignee).toEqual(me);
  expect(filledFields(readForm(null, me), me)).toBeNull();
  const stored = filledFields({ ...readForm(null, me), assignee: null }, me);
  expect(stored).toEqual({ assignee: null });
  expect(readForm(stored, me).assignee).toBeNull();
});

test("a macro fills in the fields it changes, and the others stay", () => {
  const me = staffOf("me");
  const form = { ...readForm(null, me), priority: "high" as const, tags: ["hall", "old"] };
  const team = { id: "pumps", name: "Pumps" };
  const changes: MacroChanges = {
    ...{ addTags: ["pump", "hall"], removeTags: ["old"], status: "pending" },
    team,
  };
  expect({ ...form, ...macroFields(changes, form, me) }).toEqual({
    ...form,
    ...{ tags: ["hall", "pump"], team, status: "pending" },
  });
  expect(macroFields({ assignee: "me", priority: "low" }, form, me)).toMatchObject({
    ...{ assignee: me, priority: "low" },
  });
  // An old macro may name a status that it can no longer set.
  expect(macroFields({ status: "closed" }, form, me)).not.toHaveProperty("status");
});

function staffOf(id: string) {
  return { id, name: "Maya Chen" };
}

const ana = { id: "1", name: "Ana Ferreira" };

test("open tickets of a requester are searched by full name", () => {
  expect(openTicketsQuery(ana)).toBe('requester:"Ana Ferreira" is:open');
});

test.each(["me", "none", 'Ana "Nina" Ferreira', "Ferreira, Ana", "Ana"])(
  "also for a person called %s",
  (name) => {
    const { terms, problems } = parseQuery(openTicketsQuery({ ...ana, name }), "staff");
    expect(problems).toEqual([]);
    expect(terms[0]).toMatchObject({ operator: "requester", values: [{ kind: "name", name }] });
  },
);

test("tickets of another person with the same name are left out", () => {
  const theirs = { requester: ana };
  expect(ticketsOfRequester([{ requester: { ...ana, id: "2" } }, theirs], ana)).toEqual([theirs]);
});
