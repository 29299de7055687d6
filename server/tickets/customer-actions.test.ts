import { afterAll, beforeAll, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { rateTicket, reopenTicket, solveTicket } from "./update.ts";

let database: TestDatabase;
let acme: CompanyRow;
let customer: UserRow;
let boss: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  acme = await insertCompany(database.db);
  customer = await insertUser(database.db, { companies: [acme.id] });
  boss = await insertUser(database.db, { companies: [{ id: acme.id, seesAllTickets: true }] });
}, 60_000);
afterAll(() => database.drop());

const open = (given: object = {}) =>
  insertTicket(database.db, { requester_id: customer.id, company_id: acme.id, ...given });
const on = (ticket: { id: string }) => ({ requestId: Bun.randomUUIDv7(), id: ticket.id });
const rating = (ticket: { id: string }, comment = "") =>
  ({ ...on(ticket), rating: "good", comment }) as const;

test("the requester says that it is solved, and is never assigned", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, customer);
  const { ticket: after, undoUntil } = await solveTicket(deps, on(ticket));
  expect(after).toMatchObject({ status: "resolved", assignee: null });
  expect(after.staff).toBeUndefined();
  expect(undoUntil).toBeNull();
  expect((await solveTicket(deps, on(ticket))).ticket.status).toBe("resolved");
});

test("who sees the ticket as a colleague may reopen it, but not solve or rate", async () => {
  const ticket = await open({ status: "resolved" });
  const deps = await actingAs(database.db, boss);
  expect((await refusalOf(rateTicket(deps, rating(ticket)))).code).toBe("forbidden");
  expect((await reopenTicket(deps, on(ticket))).ticket.status).toBe("open");
  expect((await refusalOf(solveTicket(deps, on(ticket)))).code).toBe("forbidden");
  const { reopen_count } = await database.db
    .selectFrom("tickets")
    .select("reopen_count")
    .where("id", "=", ticket.id)
    .executeTakeFirstOrThrow();
  expect(reopen_count).toBe(1);
});

test.each(["pending", "on-hold"] as const)(
  "what is %s a customer gives back without a word, and that is no reopening of what was solved",
  async (status) => {
    for (const who of [customer, boss]) {
      const ticket = await open({ status });
      const answer = await reopenTicket(await actingAs(database.db, who), on(ticket));
      expect(answer.ticket).toMatchObject({ status: "open", assignee: null });
      expect(answer.ticket.may.reopen).toBe(false);
      const stored = await storedTicket(database.db, ticket.id);
      expect([stored.reopen_count, stored.waiting_for]).toEqual([0, "us"]);
    }
  },
);

test("nobody reopens what is closed, and staff have their own ways", async () => {
  const ticket = await open({ status: "closed" });
  const deps = await actingAs(database.db, customer);
  expect((await refusalOf(reopenTicket(deps, on(ticket)))).code).toBe("illegal_move");
  const agent = await actingAs(database.db, await insertUser(database.db, { role: "Agent" }));
  for (const act of [solveTicket, reopenTicket]) {
    expect((await refusalOf(act(agent, on(ticket)))).code).toBe("forbidden");
  }
  expect((await refusalOf(rateTicket(agent, rating(ticket)))).code).toBe("forbidden");
});

test("another's ticket is like one that is not there", async () => {
  const ticket = await open();
  const stranger = await actingAs(database.db, await insertUser(database.db));
  for (const target of [ticket, { id: Bun.randomUUIDv7() }]) {
    expect((await refusalOf(solveTicket(stranger, on(target)))).code).toBe("not_found");
    expect((await refusalOf(rateTicket(stranger, rating(target)))).code).toBe("not_found");
  }
});

test("a rating is given once per resolve, when it is resolved", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, customer);
  expect((await refusalOf(rateTicket(deps, rating(ticket)))).code).toBe("illegal_move");
  await solveTicket(deps, on(ticket));
  const { ticket: rated } = await rateTicket(deps, rating(ticket, "Quick, thanks"));
  expect(rated.rating).toMatchObject({ rating: "good", comment: "Quick, thanks" });
  expect((await refusalOf(rateTicket(deps, rating(ticket)))).code).toBe("already_rated");
  const later = { ...deps, now: new Date(deps.now.getTime() + 60_000) };
  await reopenTicket(later, on(ticket));
  await solveTicket(later, on(ticket));
  expect((await rateTicket(later, rating(ticket))).ticket.rating?.comment).toBe("");
});
