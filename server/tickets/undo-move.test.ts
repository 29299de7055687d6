import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TicketPatch } from "../../shared/tickets/page.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, change } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk } from "../../tests/support/small-desk.ts";
import { storedEvents, storedTicket } from "../../tests/support/stored.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let [acme, kestrel]: CompanyRow[] = [];
let [maya, noah, asks]: UserRow[] = [];

beforeAll(async () => {
  ({ database, acme, maya, noah } = await createSmallDesk());
  kestrel = await insertCompany(database.db);
  asks = await insertUser(database.db, { companies: [acme.id, kestrel.id] });
}, 60_000);
afterAll(() => database.drop());

const idOf = (row: { id: string } | undefined) => row?.id ?? "";
const person = (company: CompanyRow | undefined, given: object = {}) =>
  insertUser(database.db, { companies: [idOf(company)], ...given });
const agentOf = (company: CompanyRow | undefined) =>
  person(company, { role: "Agent", company_scope: "assigned" });
const open = (given: object = {}) =>
  insertTicket(database.db, {
    ...{ requester_id: idOf(asks), company_id: idOf(acme), status: "open", ...given },
  });
const peopleOf = async (ticket: TicketRow) => {
  const rows = await database.db
    .selectFrom("ticket_people")
    .select("user_id")
    .where("user_id", "is not", null)
    .where("ticket_id", "=", ticket.id)
    .execute();
  return rows.map(({ user_id }) => user_id).sort();
};

async function patch(by: UserRow | undefined, ticket: TicketRow, wanted: TicketPatch) {
  const shown = await storedTicket(database.db, ticket.id);
  const deps = await actingAs(database.db, by as UserRow);
  return (await updateTicket(deps, change(shown, wanted))).actId;
}

async function undo(actId: string, by = maya) {
  const deps = await actingAs(database.db, by as UserRow);
  return await undoAct(deps, { requestId: Bun.randomUUIDv7(), actId });
}

const move = (ticket: TicketRow, by = maya) =>
  patch(by, ticket, { companyId: idOf(kestrel), priority: "high" });
const leaves = (user: UserRow, company: CompanyRow | undefined) =>
  database.db
    .deleteFrom("user_companies")
    .where("user_id", "=", user.id)
    .where("company_id", "=", idOf(company));

test("undo restores people who lost their part through the move", async () => {
  const [worker, friend] = [await agentOf(acme), await person(acme)];
  const ticket = await open({ assignee_id: worker.id, followers: [friend.id] });
  const actId = await move(ticket);
  expect(await storedTicket(database.db, ticket.id)).toMatchObject({ assignee_id: null });
  await undo(actId);
  const { company_id, assignee_id } = await storedTicket(database.db, ticket.id);
  expect([company_id, assignee_id]).toEqual([idOf(acme), worker.id]);
  expect(await peopleOf(ticket)).toEqual([idOf(asks), friend.id].sort());
});

test.each<[string, () => Promise<TicketPatch>]>([
  ["is asked", async () => ({ requesterId: (await person(kestrel)).id })],
  ["has it", async () => ({ assigneeId: (await agentOf(kestrel)).id })],
  ["follows", async () => ({ addFollowers: [(await person(kestrel)).id] })],
])(
  "the ticket stays if someone %s since who would not see it in the previous company",
  async (_, since) => {
    const ticket = await open();
    const actId = await move(ticket);
    await patch(noah, ticket, await since());
    const people = await peopleOf(ticket);
    const before = await storedTicket(database.db, ticket.id);
    await undo(actId);
    const { company_id, assignee_id, priority } = await storedTicket(database.db, ticket.id);
    expect([company_id, priority]).toEqual([idOf(kestrel), "normal"]);
    expect(assignee_id).toBe(before.assignee_id);
    expect(await peopleOf(ticket)).toEqual(people);
    const undone = (await storedEvents(database.db, ticket.id)).filter(
      ({ kind }) => kind === "undone",
    );
    expect(undone.map(({ data }) => (data as { kept: string[] }).kept)).toEqual([["company"]]);
  },
);

test("the ticket does not return to a company that the actor can no longer see", async () => {
  const agent = await insertUser(database.db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [idOf(acme), idOf(kestrel)] },
  });
  const ticket = await open();
  const actId = await move(ticket, agent);
  await leaves(agent, acme).execute();
  await undo(actId, agent);
  expect(await storedTicket(database.db, ticket.id)).toMatchObject({
    ...{ company_id: idOf(kestrel), priority: "normal" },
  });
});

test("the ticket stays if its new assignee loses the previous company at that moment", async () => {
  const worker = await agentOf(acme);
  const companies = { user_id: worker.id, company_id: idOf(kestrel), sees_all_tickets: false };
  await database.db.insertInto("user_companies").values(companies).execute();
  const ticket = await open();
  const actId = await move(ticket);
  await patch(noah, ticket, { assigneeId: worker.id });
  await actDuring(
    database,
    async (tx) => {
      await tx.selectFrom("users").select("id").where("id", "=", worker.id).forUpdate().execute();
      await tx.executeQuery(leaves(worker, acme).compile());
    },
    () => undo(actId),
  );
  expect(await storedTicket(database.db, ticket.id)).toMatchObject({
    ...{ company_id: idOf(kestrel), assignee_id: worker.id },
  });
});

test("a requester who has lost access is not restored", async () => {
  const [one, other] = [await person(acme), await person(acme)];
  const ticket = await open({ requester_id: one.id });
  const actId = await patch(maya, ticket, { requesterId: other.id, priority: "high" });
  await leaves(one, acme).execute();
  await undo(actId);
  expect(await storedTicket(database.db, ticket.id)).toMatchObject({
    ...{ requester_id: other.id, priority: "normal" },
  });
});
