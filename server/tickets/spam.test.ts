import { afterAll, beforeAll, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk, now, type SmallDesk } from "../../tests/support/small-desk.ts";
import { storedEvents, storedLiveEvents, storedTicket } from "../../tests/support/stored.ts";
import { markSpam } from "./spam.ts";

let database: TestDatabase;
let acme: CompanyRow;
let ana: UserRow;
let maya: UserRow;
let open: SmallDesk["open"];
let narrow: UserRow;

beforeAll(async () => {
  ({ database, acme, ana, maya, open } = await createSmallDesk());
  narrow = await insertUser(database.db, { role: "Agent", company_scope: "assigned" });
}, 60_000);
afterAll(() => database.drop());

async function mark(ticket: { id: string }, spam: boolean, by = maya, at = now) {
  const deps = await actingAs(database.db, by, at);
  return await markSpam(deps, { requestId: Bun.randomUUIDv7(), id: ticket.id, spam });
}

test("marking and unmarking appear in the timeline and update every open page, in one version each", async () => {
  const ticket = await open({ assignee_id: maya.id, unassigned_since: null });
  const [none, spam] = [await open(), await open()];
  await mark(spam, true);
  await mark(ticket, true);
  expect((await storedTicket(database.db, none.id)).spam_at).toBeNull();
  await mark(ticket, false, maya, new Date("2026-11-22T10:00:00.000Z"));
  expect((await storedTicket(database.db, spam.id)).spam_at).toEqual(now);
  const by = { kind: "spam", audience: "staff", actor_id: maya.id };
  expect(await storedEvents(database.db, ticket.id)).toMatchObject([
    { ...by, data: { spam: true }, version: 2 },
    { ...by, data: { spam: false }, version: 3 },
  ]);
  const live = await storedLiveEvents(database.db, ticket.id);
  expect(live.map(({ audience, version }) => [audience, version])).toEqual([
    ["everyone", 2],
    ["everyone", 3],
  ]);
  const row = await storedTicket(database.db, ticket.id);
  expect(row.publicly_updated_at).toEqual(new Date("2026-11-22T10:00:00.000Z"));
  expect(row.assignee_id).toBe(maya.id);
});

test("a ticket outside the actor's scope can be neither marked nor unmarked", async () => {
  const ticket = await open();
  expect((await refusalOf(mark(ticket, true, narrow))).code).toBe("not_found");
  expect((await storedTicket(database.db, ticket.id)).spam_at).toBeNull();
  await mark(ticket, true);
  expect((await refusalOf(mark(ticket, false, narrow))).code).toBe("not_found");
  expect((await storedTicket(database.db, ticket.id)).spam_at).toEqual(now);
});

test("after thirty days spam cannot be unmarked", async () => {
  const ticket = await open();
  await mark(ticket, true);
  const late = new Date("2026-12-21T10:00:00.000Z");
  expect((await refusalOf(mark(ticket, false, maya, late))).code).toBe("not_found");
  await mark(ticket, false, maya, new Date(late.getTime() - 1));
});

test("marking spam again or unmarking a ticket that is not spam is refused", async () => {
  const ticket = await open();
  expect((await refusalOf(mark(ticket, false))).code).toBe("not_found");
  await mark(ticket, true);
  expect((await refusalOf(mark(ticket, true))).code).toBe("not_found");
  expect(await storedEvents(database.db, ticket.id)).toHaveLength(1);
});

test("a person who lost access while it was hidden is not restored with it", async () => {
  const { db } = database;
  const ofAcme = { role: "Agent", company_scope: "assigned" } as const;
  const agent = () => insertUser(db, { ...ofAcme, companies: [acme.id] });
  const [gus, finn] = [await agent(), await agent()];
  const ticket = await insertTicket(db, {
    ...{ requester_id: ana.id, company_id: acme.id, status: "open", assignee_id: gus.id },
    ...{ unassigned_since: null, followers: [gus.id, finn.id, maya.id] },
    created_at: new Date("2026-11-20T08:00:00.000Z"),
  });
  await mark(ticket, true);
  await db.deleteFrom("user_companies").where("user_id", "=", gus.id).execute();
  await db.updateTable("users").set({ state: "disabled" }).where("id", "=", finn.id).execute();
  await mark(ticket, false);
  expect(await storedTicket(db, ticket.id)).toMatchObject({
    ...{ assignee_id: null, unassigned_since: now, spam_at: null },
  });
  const people = db
    .selectFrom("ticket_people")
    .select("user_id")
    .where("user_id", "is not", null)
    .where("ticket_id", "=", ticket.id);
  expect((await people.execute()).map(({ user_id }) => user_id).sort()).toEqual(
    [ana.id, maya.id].sort(),
  );
  const events = await storedEvents(db, ticket.id);
  expect(events.map(({ kind }) => kind)).toEqual(["spam", "spam", "followers", "assigned"]);
});

test("a request sent twice runs once, and its key is refused for another ticket", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, maya, now);
  const input = { requestId: Bun.randomUUIDv7(), id: ticket.id, spam: true };
  expect(await markSpam(deps, input)).toEqual({ id: ticket.id, spam: true });
  expect(await markSpam(deps, input)).toEqual({ id: ticket.id, spam: true });
  expect(await storedEvents(database.db, ticket.id)).toHaveLength(1);
  const other = await open();
  expect((await refusalOf(markSpam(deps, { ...input, id: other.id }))).code).toBe("request_reused");
});

test("the key that marked it cannot be used again once it is unmarked", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, maya, now);
  const input = { requestId: Bun.randomUUIDv7(), id: ticket.id, spam: true };
  await markSpam(deps, input);
  // At that very moment, which leaves its key as it is.
  const other = { requestId: Bun.randomUUIDv7(), id: (await open()).id, spam: true };
  await markSpam(deps, other);
  await mark(ticket, false);
  expect((await refusalOf(markSpam(deps, input))).code).toBe("request_reused");
  expect(await markSpam(deps, other)).toEqual({ id: other.id, spam: true });
  expect((await storedTicket(database.db, ticket.id)).spam_at).toBeNull();
});
