import { beforeAll, expect, test } from "bun:test";
import type { Actor } from "../../server/access/actor.ts";
import { actorOf, insertTicket, insertUser } from "../support/builders.ts";
import { setUpCounting } from "../support/count-statements.ts";

const { database, counting } = setUpCounting();
let admin: Actor;

beforeAll(async () => {
  const { db } = database;
  const user = await insertUser(db, { role: "Super Admin" });
  admin = await actorOf(db, user);
  for (let index = 0; index < 20; index += 1) {
    await insertTicket(db, { requester_id: user.id, assignee_id: user.id, tags: ["vip"] });
  }
}, 60_000);

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
