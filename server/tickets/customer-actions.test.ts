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
import { readUsualReply } from "./details.ts";
import { addColleague, rateTicket, reopenTicket, solveTicket } from "./update.ts";

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

test("the requester adds a colleague of their company, who follows from then on", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, customer);
  const ben = await insertUser(database.db, {
    ...{ first_name: "Ben", last_name: "Hall", email: "ben@acme.test", companies: [acme.id] },
  });
  const named = (email: string) => ({ ...on(ticket), email });
  const { name, ticket: shown } = await addColleague(deps, named("ben@acme.test"));
  expect(name).toBe("Ben Hall");
  // Whom else the ticket concerns is for staff alone.
  expect(shown.followers).toEqual([]);
  const people = await database.db
    .selectFrom("ticket_people")
    .select("user_id")
    .where("ticket_id", "=", ticket.id)
    .where("user_id", "is not", null)
    .execute();
  expect(people.map(({ user_id }) => user_id).sort()).toEqual([customer.id, ben.id].sort());
  const [event] = await database.db
    .selectFrom("ticket_events")
    .select(["kind", "audience"])
    .where("ticket_id", "=", ticket.id)
    .execute();
  expect(event).toEqual({ kind: "followers", audience: "staff" });
  expect((await addColleague(deps, named("ben@acme.test"))).name).toBe("Ben Hall");
});

test("no one adds a stranger, and only the requester adds anyone", async () => {
  const ticket = await open();
  const named = (email: string) => ({ ...on(ticket), email });
  const deps = await actingAs(database.db, customer);
  await insertUser(database.db, { email: "stranger@other.test" });
  const agent = await insertUser(database.db, { role: "Agent", email: "agent@acme.test" });
  for (const email of ["stranger@other.test", "nobody@acme.test", "agent@acme.test"]) {
    expect((await refusalOf(addColleague(deps, named(email)))).code).toBe("out_of_scope");
  }
  const [asBoss, asAgent] = [await actingAs(database.db, boss), await actingAs(database.db, agent)];
  expect((await refusalOf(addColleague(asBoss, named("x@acme.test")))).code).toBe("forbidden");
  expect((await refusalOf(addColleague(asAgent, named("x@acme.test")))).code).toBe("forbidden");
  const closed = await open({ status: "closed" });
  await insertUser(database.db, { email: "cleo@acme.test", companies: [acme.id] });
  const late = addColleague(deps, { ...on(closed), email: "cleo@acme.test" });
  expect((await refusalOf(late)).code).toBe("ticket_closed");
});

test("how long a first reply usually takes is said once there are 20 of the last 30 days", async () => {
  const deps = await actingAs(database.db, customer);
  const day = 24 * 60 * 60_000;
  const replied = (days: number, minutes: number, given: object = {}) => {
    const at = deps.now.getTime() - days * day;
    return open({
      created_at: new Date(at - minutes * 60_000),
      first_staff_reply_at: new Date(at),
      ...given,
    });
  };
  for (let minutes = 1; minutes <= 19; minutes += 1) await replied(1, minutes);
  await replied(31, 500);
  await replied(1, 500, { opened_by_staff: true });
  await replied(1, 500, { spam_at: deps.now });
  expect(await readUsualReply(deps)).toEqual({ seconds: null });
  await replied(2, 20);
  expect(await readUsualReply(deps)).toEqual({ seconds: 600 });
});
