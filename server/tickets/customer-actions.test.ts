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

test("the requester marks the ticket as solved and is never assigned", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, customer);
  const { ticket: after, undoUntil } = await solveTicket(deps, on(ticket));
  expect(after).toMatchObject({ status: "resolved", assignee: null });
  expect(after.staff).toBeUndefined();
  expect(undoUntil).toBeNull();
  expect((await solveTicket(deps, on(ticket))).ticket.status).toBe("resolved");
});

test("a colleague who sees the ticket can reopen it, but not solve or rate it", async () => {
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
  "a customer returns a %s ticket without a message, which does not count as a reopening",
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

test("no one reopens a closed ticket, and staff cannot use the customer actions", async () => {
  const ticket = await open({ status: "closed" });
  const deps = await actingAs(database.db, customer);
  expect((await refusalOf(reopenTicket(deps, on(ticket)))).code).toBe("illegal_move");
  const agent = await actingAs(database.db, await insertUser(database.db, { role: "Agent" }));
  for (const act of [solveTicket, reopenTicket]) {
    expect((await refusalOf(act(agent, on(ticket)))).code).toBe("forbidden");
  }
  expect((await refusalOf(rateTicket(agent, rating(ticket)))).code).toBe("forbidden");
});

test("another person's ticket answers like one that does not exist", async () => {
  const ticket = await open();
  const stranger = await actingAs(database.db, await insertUser(database.db));
  for (const target of [ticket, { id: Bun.randomUUIDv7() }]) {
    expect((await refusalOf(solveTicket(stranger, on(target)))).code).toBe("not_found");
    expect((await refusalOf(rateTicket(stranger, rating(target)))).code).toBe("not_found");
  }
});

test("a resolved ticket can be rated once per resolution", async () => {
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

test("the requester adds a colleague of their company as a follower", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, customer);
  const ben = await insertUser(database.db, {
    ...{ first_name: "Ben", last_name: "Hall", email: "ben@acme.test", companies: [acme.id] },
  });
  const named = (email: string) => ({ ...on(ticket), email });
  const { name, ticket: shown } = await addColleague(deps, named("ben@acme.test"));
  expect(name).toBe("Ben Hall");
  // Only staff see who else follows the ticket.
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

test("strangers cannot be added, and only the requester can add people", async () => {
  const ticket = await open();
  const named = (email: string) => ({ ...on(ticket), email });
  const deps = await actingAs(database.db, customer);
  await insertUser(database.db, { email: "stranger@other.test" });
  const agent = await insertUser(database.db, { role: "Agent", email: "agent@acme.test" });
  for (const email of ["stranger@other.test", "unknown@acme.test", "agent@acme.test"]) {
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

test("the usual time to a first reply is shown once the last 30 days hold 20 of them", async () => {
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
