import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { actingAs } from "../../../tests/support/acting.ts";
import { insertTicket, insertUser } from "../../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import type { ActorDeps } from "../../actor.ts";
import { readArrivals } from "../arrivals.ts";
import { readBreakdown } from "../breakdown.ts";
import { readDays } from "../per-day.ts";
import { readTotals } from "../totals.ts";
import { tallyDays } from "./tally-days.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const [first, last] = ["2026-11-10", "2026-11-11"] as const;
const asked = { range: { from: first, to: last }, timeZone: "UTC" };

let database: TestDatabase;
let deps: ActorDeps;

/** Tallies that say more than there is, of two days and one behind them; of the second the tags have changed since. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const admin = await insertUser(db, { role: "Super Admin" });
  deps = await actingAs(db, admin, now);
  const solved = { requester_id: admin.id, status: "resolved", staff_reply_count: 1 } as const;
  const at = (day: string, hour: number) => new Date(`${day}T${hour}:00:00.000Z`);
  for (const day of [first, last]) {
    const times = { created_at: at(day, 10), first_staff_reply_at: at(day, 11) };
    await insertTicket(db, { ...solved, ...times, last_resolved_at: at(day, 12), tags: ["vip"] });
  }
  const late = { created_at: at(first, 10), last_resolved_at: at("2026-11-15", 12) };
  await insertTicket(db, { ...solved, ...late, tags: ["late"] });
  await tallyDays(db, 100, sql`${now}::timestamptz`);
  await sql`update day_tallies set created[41] = 50, resolved[49] = 40, gaps[41] = 1,
    reopened = 7, solved_in_one = 8 where day <= '2026-11-12'`.execute(db);
  await sql`update day_times set times = '{9000000}'`.execute(db);
  await sql`update day_tags set created = 60, resolved = 70 where resolved = created`.execute(db);
  await sql`insert into changed_days (day, only_tags)
    values (${last}::text::date, true), ('2026-11-13', false)`.execute(db);
}, 60_000);
afterAll(() => database.drop());

test("what the tally of a day tells is not counted anew", async () => {
  const { now: figures } = await readTotals(deps, { ...asked, compare: false });
  const nine = { count: 2, median: 9, p90: 9 };
  expect(figures).toMatchObject({ created: 100, resolved: 2, reopened: 14, solvedInOne: 16 });
  expect([figures.firstReply, figures.resolution]).toEqual([nine, nine]);
  const { days } = await readDays(deps, asked);
  // None is open now: it is counted back from that.
  expect(days).toEqual([
    { day: first, created: 50, resolved: 40, backlog: -21 },
    { day: last, created: 50, resolved: 40, backlog: -10 },
  ]);
  const { weekdays } = await readArrivals(deps, asked);
  expect([weekdays[1]?.[10], weekdays[2]?.[10]]).toEqual([50, 50]);
});

test("of a day on which tags alone have changed only these are counted anew", async () => {
  const by = { ...asked, by: "tag", limit: 5 } as const;
  expect((await readBreakdown(deps, { ...by, of: "created" })).total).toBe(62);
  // And what was only created then has no row among the resolved.
  const vip = { word: "vip", name: "vip", count: 71 };
  expect((await readBreakdown(deps, { ...by, of: "resolved" })).rows).toEqual([vip]);
});
