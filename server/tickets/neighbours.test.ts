import { beforeAll, expect, test } from "bun:test";
import { ticketSorts } from "../../shared/tickets/vocabulary.ts";
import { actingAs } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertMessage,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { seeded } from "../../tests/support/random.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { walkOf } from "../../tests/support/walk.ts";
import { findNeighbours, listTickets } from "./list.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

const database = setUpTestDatabase();
let maya: UserRow;
let ana: UserRow;

beforeAll(async () => {
  const { db } = database;
  maya = await insertUser(db, { role: "Agent" });
  ana = await insertUser(db);
  const random = seeded(7);
  for (let index = 0; index < 24; index++) {
    const status = random.pick(["new", "open", "pending", "on-hold", "resolved"] as const);
    const priority = random.pick(["low", "normal", "high"] as const);
    // Some at the same moment.
    const created_at = new Date(now.getTime() - (1 + random.below(6)) * 3_600_000);
    const subject = random.chance(0.5) ? "It does not work" : "Something else";
    // Two of them at the same moment, too.
    const snoozed_until =
      index % 2 === 0 ? new Date(now.getTime() + (1 + (index % 3)) * 3_600_000) : null;
    const ticket = { requester_id: ana.id, status, priority, created_at, subject, snoozed_until };
    const { id } = await insertTicket(db, ticket);
    if (random.chance(0.5)) await insertMessage(db, { ticket_id: id, author_id: ana.id });
  }
  await indexAll(db);
}, 60_000);

const directions = [true, false];
const lists = (["all", "all-open"] as const).flatMap((view) =>
  ticketSorts.flatMap((sort) => directions.map((descending) => [view, sort, descending] as const)),
);

const few = lists.filter((_, at) => at % 5 === 0);

test.each(walkOf(lists, few))(
  "in %s by %s, descending %s, each has its next and previous ticket",
  async (view, sort, descending) => {
    const deps = await actingAs(database.db, maya, now);
    const { tickets } = await listTickets(deps, { view, sort, descending, limit: 200 });
    for (const [at, { number }] of tickets.entries()) {
      expect(await findNeighbours(deps, { view, sort, descending, number })).toEqual({
        previous: tickets[at - 1]?.number ?? null,
        next: tickets[at + 1]?.number ?? null,
      });
    }
  },
);

test.each([
  ["all-open", "priority:high,normal", "waiting", false],
  ["all", "status:open,pending created:<-2h", "priority", true],
  ["all", "work -status:new", "relevance", true],
  ["all", "work", "relevance", false],
  ["all-open", "created:2026-11-21", "created", true],
  ["snoozed", "", "snoozed", false],
  ["all", "is:snoozed", "snoozed", true],
  ["all", "work is:snoozed", "snoozed", false],
] as const)("in %s searched for %s, too", async (view, q, sort, descending) => {
  const deps = await actingAs(database.db, maya, now);
  const list = { view, q, timeZone: "Asia/Tokyo", sort, descending };
  const { tickets } = await listTickets(deps, { ...list, limit: 200 });
  expect(tickets.length).toBeGreaterThan(2);
  for (const [at, { number }] of tickets.entries()) {
    expect(await findNeighbours(deps, { ...list, number })).toEqual({
      previous: tickets[at - 1]?.number ?? null,
      next: tickets[at + 1]?.number ?? null,
    });
  }
});

test.each(["all", "all-open"] as const)(
  "with a misspelt word, each has its neighbours in %s among the tickets shown instead",
  async (view) => {
    const deps = await actingAs(database.db, maya, now);
    const list = { view, sort: "created", descending: true, q: "sonething" } as const;
    const asked = await listTickets(deps, { ...list, limit: 200 });
    expect(asked).toMatchObject({ tickets: [], instead: "something" });
    const { tickets } = await listTickets(deps, { ...list, q: "something", limit: 200 });
    expect(tickets.length).toBeGreaterThan(2);
    for (const [at, { number }] of tickets.entries()) {
      expect(await findNeighbours(deps, { ...list, number })).toEqual({
        previous: tickets[at - 1]?.number ?? null,
        next: tickets[at + 1]?.number ?? null,
      });
    }
    expect(await findNeighbours(deps, { ...list, number: 999_999 })).toEqual({
      ...{ previous: null, next: null },
    });
  },
);

test("a ticket that has left its list has neighbours where it was", async () => {
  const deps = await actingAs(database.db, maya, now);
  const list = { view: "all-open", sort: "created", descending: true } as const;
  const { tickets } = await listTickets(deps, { ...list, limit: 200 });
  const [before, left, after] = tickets.slice(2, 5);
  await database.db
    .updateTable("tickets")
    .set({ status: "resolved" })
    .where("id", "=", left?.id ?? "")
    .execute();
  expect(await findNeighbours(deps, { ...list, number: left?.number ?? 0 })).toEqual({
    previous: before?.number ?? null,
    next: after?.number ?? null,
  });
});

test("a ticket that has woken comes before all snoozed ones", async () => {
  const deps = await actingAs(database.db, maya, now);
  const list = { view: "snoozed", sort: "snoozed", descending: false } as const;
  const { tickets } = await listTickets(deps, { ...list, limit: 200 });
  const [woken, next] = tickets;
  await database.db
    .updateTable("tickets")
    .set({ snoozed_until: null })
    .where("id", "=", woken?.id ?? "")
    .execute();
  expect(await findNeighbours(deps, { ...list, number: woken?.number ?? 0 })).toEqual({
    ...{ previous: null, next: next?.number ?? null },
  });
});

test("a spam ticket has its neighbours in the list of spam", async () => {
  const deps = await actingAs(database.db, maya, now);
  const spamOf = (hoursAgo: number) =>
    insertTicket(database.db, {
      ...{ requester_id: ana.id, spam_at: now },
      created_at: new Date(now.getTime() - hoursAgo * 3_600_000),
    });
  const [first, second, third] = [await spamOf(3), await spamOf(2), await spamOf(1)];
  const list = { view: "all", q: "is:spam", sort: "created", descending: true } as const;
  expect(await findNeighbours(deps, { ...list, number: second.number })).toEqual({
    previous: third.number,
    next: first.number,
  });
});

test("a ticket that the reader cannot see has none", async () => {
  const stranger = await actingAs(database.db, await insertUser(database.db), now);
  const list = { view: "all", sort: "updated", descending: true } as const;
  const none = { previous: null, next: null };
  expect(await findNeighbours(stranger, { ...list, number: 1001 })).toEqual(none);
  expect(await findNeighbours(stranger, { ...list, number: 999_999 })).toEqual(none);
});

test("the reader does not learn the position of a ticket that they cannot see", async () => {
  const { db } = database;
  const [own, foreign] = [await insertCompany(db), await insertCompany(db)];
  const companies = [own.id];
  const scoped = await insertUser(db, { role: "Agent", company_scope: "assigned", companies });
  const at = (hours: number, company_id: string) => {
    const created_at = new Date(now.getTime() - hours * 3_600_000);
    return insertTicket(db, { requester_id: ana.id, company_id, created_at });
  };
  const [first, unseen, last] = [
    await at(30, own.id),
    await at(31, foreign.id),
    await at(32, own.id),
  ];
  const list = { view: "all", sort: "created", descending: true } as const;
  const beside = async (user: UserRow, number: number) =>
    findNeighbours(await actingAs(db, user, now), { ...list, number });
  expect(await beside(scoped, first.number)).toEqual({ previous: null, next: last.number });
  expect(await beside(scoped, unseen.number)).toEqual({ previous: null, next: null });
});
