import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import {
  type AskedRange,
  daysBefore,
  daysOf,
  eachDay,
  moveDay,
  startOfDay,
} from "../../../shared/dashboard/days.ts";
import { actorOf } from "../../../tests/support/builders.ts";
import {
  createdIn,
  openAtEndOf,
  recountArrivals,
  recountBreakdown,
  recountPeriod,
  resolvedIn,
  visibleTo,
} from "../../../tests/support/dashboard-recount.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { seeded } from "../../../tests/support/random.ts";
import { insertRandomDesk, type RandomDesk } from "../../../tests/support/random-desk.ts";
import { walkOf } from "../../../tests/support/walk.ts";
import type { ActorDeps } from "../../actor.ts";
import { readArrivals } from "../arrivals.ts";
import { readBreakdown } from "../breakdown.ts";
import { readDays } from "../per-day.ts";
import { readTotals } from "../totals.ts";
import { areOnQuarters, piecesOf } from "./tallied.ts";
import { tallyDays } from "./tally-days.ts";

// The clocks have just gone back over midnight in Havana, and at two in New York.
const now = new Date("2026-11-03T23:30:00.000Z");
const moments = [now, new Date("2026-11-01T12:00:00.000Z"), new Date("2026-03-29T09:00:00.000Z")];
const ranges: AskedRange[] = [
  ...(["today", "7d", "90d"] as const),
  { from: "2026-03-20", to: "2026-04-02" },
  { from: "2026-03-29", to: "2026-03-29" },
  { from: "2026-11-01", to: "2027-01-01" },
];
const timeZones = [
  ...["UTC", "Europe/Berlin", "America/Havana", "Asia/Kathmandu", "Pacific/Kiritimati"],
  "Australia/Lord_Howe",
];

let database: TestDatabase;
let desk: RandomDesk;
let deps: ActorDeps;

beforeAll(async () => {
  database = await createTestDatabase();
  const edges = timeZones.flatMap((timeZone) =>
    ranges.flatMap((range) => {
      const { from, to } = daysOf(range, now, timeZone);
      return [startOfDay(from, timeZone), startOfDay(moveDay(to, 1), timeZone)];
    }),
  );
  desk = await insertRandomDesk(database, {
    ...{ seed: 29, now, moments, count: 500 },
    edges: edges.filter((edge) => edge <= now),
  });
  deps = {
    db: database.db,
    now,
    actor: await actorOf(database.db, desk.staff.admin),
    sessionId: null,
    requestId: "test",
  };
}, 60_000);
afterAll(() => database.drop());

/** All days that are over, whatever the clock of the machine says. */
async function tallyAll(): Promise<number> {
  return await tallyDays(database.db, 10_000, sql`${now}::timestamptz`);
}

/** What a tally says that does not hold is of no account; and some days have none. */
async function spoilSome(): Promise<void> {
  const { db } = database;
  await sql`insert into changed_days select day from day_tallies, generate_series(1, 3)
    where extract(doy from day)::int % 3 = 0`.execute(db);
  await sql`
    update day_tallies set created[40] = 1000, resolved[40] = 1000, resolved_steps[9] = 1000,
      replied_steps[9] = 1000, gaps[40] = 1000, reopened = 1000
    where day in (select day from changed_days)`.execute(db);
  await sql`update day_times set times = '{7}' where day in (select day from changed_days)`.execute(
    db,
  );
  await sql`insert into changed_days select day, true from day_tallies
    where extract(doy from day)::int % 7 = 0`.execute(db);
  await sql`update day_tags set created = 1000, resolved = 1000
    where day in (select day from changed_days)`.execute(db);
  await sql`delete from day_tallies where extract(doy from day)::int % 5 = 0`.execute(db);
}

describe.each([
  ["no day is tallied", async () => {}],
  ["every day that is over is tallied", tallyAll],
  ["some tallies are missing, and some do not hold", spoilSome],
])("where %s", (_, prepare) => {
  beforeAll(async () => void (await prepare()));

  test.each(walkOf(timeZones, ["America/Havana"]))(
    "all is what a plain recount gives in %s",
    async (timeZone) => {
      const recount = { tickets: visibleTo(desk, deps.actor, {}), timeZone, now };
      for (const range of ranges) {
        const input = { range, timeZone };
        const days = daysOf(range, now, timeZone);
        const totals = await readTotals(deps, { ...input, compare: true });
        expect(totals.now).toEqual(recountPeriod(recount, days));
        expect(totals.before).toEqual(recountPeriod(recount, daysBefore(days)));
        const alone = await readTotals(deps, { ...input, compare: false });
        expect(alone).toEqual({ ...totals, before: null });
        expect((await readDays(deps, input)).days).toEqual(
          eachDay(days).map((day) => ({
            day,
            created: createdIn(recount, { from: day, to: day }).length,
            resolved: resolvedIn(recount, { from: day, to: day }).length,
            backlog: openAtEndOf(recount, day).length,
          })),
        );
        const { weekdays } = await readArrivals(deps, input);
        expect(weekdays).toEqual(recountArrivals(recount, days));
        for (const of of ["created", "resolved"] as const) {
          const found = await readBreakdown(deps, { ...input, by: "tag", of, limit: 10 });
          const { total, counts } = recountBreakdown(recount, days, { by: "tag", of });
          expect(found.total).toBe(total);
          const named = found.rows.map(({ word, name, count }) => [word && name, count] as const);
          expect(new Map(named)).toEqual(counts);
        }
      }
    },
  );
});

test("who sees or filters some of it alone reads no tally of it all", async () => {
  await tallyAll();
  const filtered = { company: "Müller" };
  const assigned = await actorOf(database.db, desk.staff.assigned);
  const input = { range: "90d", timeZone: "UTC" } as const;
  const days = daysOf(input.range, now, input.timeZone);
  for (const [actor, filters] of [
    [deps.actor, filtered],
    [assigned, {}],
  ] as const) {
    const recount = { tickets: visibleTo(desk, actor, filters), timeZone: input.timeZone, now };
    const by = { ...deps, actor };
    const asked = { ...input, ...filters };
    expect(recount.tickets.length).toBeLessThan(visibleTo(desk, deps.actor, {}).length);
    expect((await readTotals(by, { ...asked, compare: false })).now).toEqual(
      recountPeriod(recount, days),
    );
    const found = await readDays(by, asked);
    expect(found.days.map(({ created }) => created)).toEqual(
      eachDay(days).map((day) => createdIn(recount, { from: day, to: day }).length),
    );
    const tags = await readBreakdown(by, { ...asked, by: "tag", of: "created", limit: 10 });
    expect(tags.total).toBe(createdIn(recount, days).length);
  }
});

test("pieces of days lie side by side and cover all of it", () => {
  const random = seeded(3);
  const start = Date.UTC(2026, 0, 1);
  for (let turn = 0; turn < 200; turn += 1) {
    const from = new Date(start + random.below(400) * 3_600_000);
    const to = new Date(from.getTime() + random.below(100) * 3_600_000);
    const pieces = piecesOf(from, to);
    let at = from;
    for (const { day, starts, ends, whole } of pieces) {
      expect(starts).toEqual(at);
      at = ends ?? to;
      expect(starts.toISOString().slice(0, 10)).toBe(day);
      expect(new Date(at.getTime() - 1).toISOString().slice(0, 10)).toBe(day);
      expect(whole).toBe(at.getTime() - starts.getTime() === 86_400_000);
    }
    expect(at).toEqual(to);
    const open = piecesOf(from, null, to);
    expect(open.at(-1)).toMatchObject({ ends: null, whole: false });
    expect(open.filter(({ ends }) => ends === null)).toEqual(open.slice(-1));
  }
  // What has no end is no whole day, however little of it is left.
  expect(piecesOf(new Date(start), null, new Date(start + 86_399_999))).toMatchObject([
    { whole: false },
  ]);
});

test("clocks that stood at other minutes are asked of each ticket", () => {
  // Liberia was 44 minutes and 30 seconds behind until 1972.
  const monrovia = startOfDay("1971-12-30", "Africa/Monrovia");
  const kathmandu = startOfDay("2026-12-30", "Asia/Kathmandu");
  expect(areOnQuarters([kathmandu])).toBe(true);
  expect(areOnQuarters([kathmandu, monrovia])).toBe(false);
});
