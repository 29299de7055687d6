import { beforeAll, expect, test } from "bun:test";
import { actingAs } from "../../tests/support/acting.ts";
import { insertCompany, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { readRatingComments, readRatings } from "./ratings.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3_600_000);
const asked = { range: "7d", timeZone: "UTC" } as const;

const database = setUpTestDatabase();
let admin: ActorDeps;
let ofHarbour: ActorDeps;

beforeAll(async () => {
  const { db } = database;
  admin = await actingAs(db, await insertUser(db, { role: "Super Admin" }), now);
  const harbour = await insertCompany(db, { name: "Harbour" });
  const scoped = { role: "Agent", company_scope: "assigned" } as const;
  ofHarbour = await actingAs(db, await insertUser(db, { ...scoped, companies: [harbour.id] }), now);
  const requester_id = (await insertUser(db, { first_name: "Ana", last_name: "Silva" })).id;
  const maya = await insertUser(db, { role: "Agent", first_name: "Maya", last_name: "Lind" });
  const sam = await insertUser(db, { role: "Agent", first_name: "Sam", last_name: "Okafor" });
  const rate = (
    rating: "good" | "bad",
    hours: number,
    more: Omit<Parameters<typeof insertTicket>[1], "requester_id">,
  ) =>
    insertTicket(db, { requester_id, created_at: at(800), rating, rated_at: at(hours), ...more });
  const ours = { company_id: harbour.id, assignee_id: maya.id };
  await rate("good", 5, { ...ours, tags: ["vip", "billing"], rating_comment: "Quick" });
  await rate("good", 9, { ...ours, tags: ["vip"], rating_comment: "" });
  // Opened again by the customer: the rating still counts.
  await rate("bad", 2, { ...ours, status: "open", subject: "Burns", rating_comment: "Too slow" });
  await rate("bad", 7, { assignee_id: sam.id, rating_comment: "Wrong answer" });
  await rate("good", 8, {});
  // Outside the period, spam and not rated at all.
  await rate("bad", 400, { ...ours, rating_comment: "Long ago" });
  await rate("bad", 3, { ...ours, spam_at: at(1), rating_comment: "Spam" });
  await insertTicket(db, { requester_id, created_at: at(5), ...ours });
}, 60_000);

const told = async (deps: ActorDeps, by: "agent" | "company" | "tag", limit = 7) => {
  const { good, total, rows, others } = await readRatings(deps, { ...asked, by, limit });
  return [good, total, rows.map((row) => `${row.name} ${row.good}/${row.total}`), others];
};

test("ratings in the period are counted by agent, company and tag, the most often rated first", async () => {
  const byAgent = ["Maya Lind 2/3", "Sam Okafor 0/1", "Unassigned 1/1"];
  expect(await told(admin, "agent")).toEqual([3, 5, byAgent, 0]);
  expect(await told(admin, "company")).toEqual([3, 5, ["Harbour 2/3", "No company 1/2"], 0]);
  const byTag = ["vip 2/2", "billing 1/1", "No tag 1/3"];
  expect(await told(admin, "tag")).toEqual([3, 5, byTag, 0]);
});

test("items beyond the listed rows are counted, and the row without a name is always shown", async () => {
  expect(await told(admin, "agent", 1)).toEqual([3, 5, ["Maya Lind 2/3", "Unassigned 1/1"], 1]);
});

test("an agent of some companies sees the ratings and comments of these only", async () => {
  expect(await told(ofHarbour, "agent")).toEqual([2, 3, ["Maya Lind 2/3"], 0]);
  const { comments } = await readRatingComments(ofHarbour, { ...asked, limit: 5 });
  expect(comments.map(({ comment }) => comment)).toEqual(["Too slow", "Quick"]);
});

test("comments are listed with their ticket, the latest first and only as many as asked for", async () => {
  const { comments } = await readRatingComments(admin, { ...asked, limit: 2 });
  expect(comments).toMatchObject([
    {
      ...{ subject: "Burns", rating: "bad", comment: "Too slow", requester: "Ana Silva" },
      ...{ company: "Harbour", agent: "Maya Lind", ratedAt: at(2).toISOString() },
    },
    { rating: "good", comment: "Quick", ratedAt: at(5).toISOString() },
  ]);
  const ofSam = await readRatingComments(admin, { ...asked, agent: "Sam Okafor", limit: 5 });
  expect(ofSam.comments.map(({ comment }) => comment)).toEqual(["Wrong answer"]);
});

test("a period without ratings has none", async () => {
  const range = { from: "2026-01-01", to: "2026-01-02" };
  const found = await readRatings(admin, { ...asked, range, by: "tag", limit: 7 });
  expect(found).toMatchObject({ good: 0, total: 0, rows: [], others: 0 });
  const { comments } = await readRatingComments(admin, { ...asked, range, limit: 5 });
  expect(comments).toEqual([]);
});
