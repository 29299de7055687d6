import { afterAll, beforeAll, expect, test } from "bun:test";
import { actorOf, insertTicket, insertUser } from "../../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import type { ActorDeps } from "../../actor.ts";
import { type Db, openDatabase } from "../../db/database.ts";
import { readArrivals } from "../arrivals.ts";
import { readBreakdown } from "../breakdown.ts";
import { readDays } from "../per-day.ts";
import { readTotals } from "../totals.ts";

let database: TestDatabase;
let db: Db;
let deps: ActorDeps;
/** The most letters that a statement brought along. */
let most = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({
    ...{ url: database.url, size: 4 },
    log({ query }) {
      most = Math.max(most, JSON.stringify(query.parameters).length);
    },
  });
  const admin = await insertUser(db, { role: "Super Admin" });
  await insertTicket(db, { requester_id: admin.id });
  const now = new Date();
  deps = { db, now, actor: await actorOf(db, admin), sessionId: null, requestId: "test" };
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test("days of the middle ages are none that are each asked for", async () => {
  const asked = { range: { from: "1001-01-02", to: "1001-01-08" }, timeZone: "Europe/Berlin" };
  const none = { created: 0, resolved: 0, backlog: 0 };
  const { now, before } = await readTotals(deps, { ...asked, compare: true });
  expect([now, before]).toMatchObject([none, none]);
  const { days } = await readDays(deps, asked);
  expect(days).toHaveLength(7);
  for (const day of days) expect(day).toMatchObject(none);
  const { weekdays } = await readArrivals(deps, asked);
  expect(weekdays.flat().filter(Boolean)).toEqual([]);
  const broken = { ...asked, by: "tag", of: "created", limit: 5 } as const;
  expect(await readBreakdown(deps, broken)).toMatchObject({ total: 0, rows: [] });
  expect(most).toBeLessThan(20_000);
});
