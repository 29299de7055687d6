import { afterAll, beforeAll, expect, test } from "bun:test";
import { actingAs, change } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk, now, type SmallDesk } from "../../tests/support/small-desk.ts";
import { storedLiveEvents, storedSpans, storedTicket } from "../../tests/support/stored.ts";
import { createTicket } from "./create.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let acme: CompanyRow;
let ana: UserRow;
let maya: UserRow;
let open: SmallDesk["open"];

beforeAll(async () => {
  ({ database, acme, ana, maya, open } = await createSmallDesk());
}, 60_000);
afterAll(() => database.drop());

test("a new ticket reaches every open page that can see it, beyond staff and requester", async () => {
  const requestId = Bun.randomUUIDv7();
  const { ticket } = await createTicket(await actingAs(database.db, ana, now), {
    ...{ requestId, subject: "The printer", body: "It prints blank." },
  });
  expect(await storedLiveEvents(database.db, ticket.id)).toEqual([
    {
      ...{ topic: "ticket", audience: "everyone", version: 1, number: ticket.number },
      ...{ company_ids: [acme.id], people_ids: [ana.id] },
    },
  ]);
});

test("customers' pages are updated by changes they see, also in the moment of an earlier one", async () => {
  const ticket = await open();
  const behind = await actingAs(database.db, maya, new Date(now.getTime() - 5000));
  await updateTicket(behind, change(ticket, { assigneeId: maya.id }));
  const same = await actingAs(database.db, maya, now);
  await updateTicket(same, change(ticket, { status: "pending" }, { status: "open" }));
  await updateTicket(same, change(ticket, { priority: "high" }));
  const live = await storedLiveEvents(database.db, ticket.id);
  expect(live.map(({ audience, version }) => [audience, version])).toEqual([
    ["everyone", 2],
    ["everyone", 3],
    ["staff", 4],
  ]);
});

test("a new follower's pages are updated, and no one else's of the public", async () => {
  const friend = await insertUser(database.db, { companies: [acme.id] });
  const ticket = await open();
  const deps = await actingAs(database.db, maya, now);
  await updateTicket(deps, change(ticket, { addFollowers: [friend.id] }));
  const live = await storedLiveEvents(database.db, ticket.id);
  expect(live.map(({ audience, people_ids }) => [audience, people_ids])).toEqual([
    ["staff", [ana.id, friend.id].sort()],
    ["person", [friend.id]],
  ]);
});

test("status changes in one moment leave a span each, in order", async () => {
  const ticket = await open({ created_at: now });
  const deps = await actingAs(database.db, maya, now);
  await updateTicket(deps, change(ticket, { status: "pending" }));
  await updateTicket(deps, change(ticket, { status: "on-hold" }, { status: "pending" }));
  expect(await storedSpans(database.db, ticket.id)).toMatchObject([
    { status: "open", started_at: now },
    { status: "pending" },
    { status: "on-hold", ended_at: null },
  ]);
});

test("an action on one ticket leaves all others unchanged", async () => {
  const { db } = database;
  const friend = await insertUser(db, { companies: [acme.id] });
  const given = { requester_id: ana.id, company_id: acme.id, created_at: now };
  const like = { ...given, tags: ["kept", "gone"], followers: [friend.id] };
  const [one, other] = [await insertTicket(db, like), await insertTicket(db, like)];
  const whole = async ({ id }: { id: string }) => ({
    tags: await db
      .selectFrom("ticket_tags")
      .innerJoin("tags", "tags.id", "tag_id")
      .select("name")
      .where("ticket_id", "=", id)
      .orderBy("name")
      .execute(),
    people: await db
      .selectFrom("ticket_people")
      .select("user_id")
      .where("user_id", "is not", null)
      .where("ticket_id", "=", id)
      .orderBy("user_id")
      .execute(),
    spans: await storedSpans(db, id),
    acts: await db.selectFrom("acts").select("made").where("id", "=", acted.actId).execute(),
    ...(await storedTicket(db, id)),
  });
  const earlier = await actingAs(db, maya, new Date(now.getTime() + 1000));
  const acted = await updateTicket(earlier, change(other, { priority: "high" }));
  const before = await whole(other);
  await updateTicket(
    await actingAs(db, maya, new Date(now.getTime() + 2000)),
    change(one, {
      ...{ status: "pending", addTags: ["new"], removeTags: ["gone"] },
      removeFollowers: [friend.id],
    }),
  );
  expect(await whole(other)).toEqual(before);
  expect(await whole(one)).toMatchObject({
    ...{ status: "pending", tags: [{ name: "kept" }, { name: "new" }] },
    people: [{ user_id: ana.id }],
    spans: [{ status: "new" }, { status: "pending", ended_at: null }],
  });
});

test("a span that has ended keeps its end", async () => {
  const ticket = await open({ created_at: now });
  const first = new Date(now.getTime() + 1000);
  const second = new Date(now.getTime() + 2000);
  const at = (time: Date) => actingAs(database.db, maya, time);
  await updateTicket(await at(first), change(ticket, { status: "pending" }));
  await updateTicket(
    await at(second),
    change(ticket, { status: "on-hold" }, { status: "pending" }),
  );
  expect(await storedSpans(database.db, ticket.id)).toEqual([
    { status: "open", started_at: now, ended_at: first },
    { status: "pending", started_at: first, ended_at: second },
    { status: "on-hold", started_at: second, ended_at: null },
  ]);
});
