import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Actor } from "../../server/access/actor.ts";
import { openDatabase } from "../../server/db/database.ts";
import { actorOf, insertTicket, insertUser } from "../support/builders.ts";
import { type Counting, countStatements } from "../support/count-statements.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

let database: TestDatabase;
let counting: Counting;
let admin: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  counting = countStatements((log) => openDatabase({ url: database.url, size: 4, log }));
  const { db } = database;
  const user = await insertUser(db, { role: "Super Admin" });
  admin = await actorOf(db, user);
  for (let index = 0; index < 20; index += 1) {
    await insertTicket(db, { requester_id: user.id, assignee_id: user.id, tags: ["vip"] });
  }
}, 60_000);
afterAll(async () => {
  await counting.db.destroy();
  await database.drop();
});

const timeZone = "Europe/Berlin";

test.each<[string, number, object]>([
  ["dashboard.totals", 1, {}],
  ["dashboard.totals", 1, { compare: false }],
  ["dashboard.days", 1, { range: "90d" }],
  ["dashboard.arrivals", 1, { range: "90d" }],
  ["dashboard.breakdown", 1, { by: "status" }],
  ["dashboard.breakdown", 1, { by: "tag", of: "created" }],
  ["dashboard.agents", 1, {}],
  ["dashboard.ratings", 1, { by: "agent" }],
  ["dashboard.ratings", 1, { by: "tag", range: "90d" }],
  ["dashboard.ratingComments", 1, {}],
  ["dashboard.todo", 1, {}],
  // A filter's name is looked up.
  ["dashboard.days", 2, { tag: "vip", company: "Unknown" }],
  ["dashboard.days", 1, { agent: "me", company: "none" }],
  // The agent's name is read too.
  ["dashboard.totals", 2, { agent: "me" }],
])("%s sends %d, however many tickets there are, with %p", async (call, count, input) => {
  expect(await counting.call(call, admin, { timeZone, ...input })).toHaveLength(count);
});
