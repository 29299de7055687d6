import { beforeAll, describe, expect, test } from "bun:test";
import {
  type AskedRange,
  daysBefore,
  daysOf,
  eachDay,
  moveDay,
  startOfDay,
} from "../../shared/dashboard/days.ts";
import {
  breakdownsBy,
  breakdownsOf,
  type DashboardFilters,
  type DayRange,
  ratingsBy,
  todoKeys,
} from "../../shared/dashboard/figures.ts";
import { actorOf } from "../../tests/support/builders.ts";
import {
  createdIn,
  isOpenState,
  openAtEndOf,
  type Recount,
  recountAgent,
  recountArrivals,
  recountBreakdown,
  recountPeriod,
  recountRatings,
  recountTodo,
  resolvedIn,
  visibleTo,
} from "../../tests/support/dashboard-recount.ts";
import { type Random, seeded } from "../../tests/support/random.ts";
import { insertRandomDesk, type RandomDesk } from "../../tests/support/random-desk.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { walkOf } from "../../tests/support/walk.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { readAgents } from "./agents.ts";
import { readBreakdown } from "./breakdown.ts";
import { readArrivals, readDays } from "./days.ts";
import { readRatingComments, readRatings } from "./ratings.ts";
import { readTodo } from "./todo.ts";
import { readTotals } from "./totals.ts";

// The clocks have just gone back at one o'clock in Havana and at two in New York.
const now = new Date("2026-11-03T23:30:00.000Z");
const moments = [
  now,
  new Date("2026-11-01T12:00:00.000Z"),
  // The clocks went forward at midnight in Beirut and at two in Berlin.
  new Date("2026-03-29T09:00:00.000Z"),
  // Samoa skipped the 30th.
  new Date("2011-12-31T18:00:00.000Z"),
];
const ranges: AskedRange[] = [
  ...(["today", "7d", "30d", "90d"] as const),
  { from: "2026-03-20", to: "2026-04-02" },
  { from: "2026-03-29", to: "2026-03-29" },
  { from: "2026-10-20", to: "2026-11-02" },
  { from: "2011-12-25", to: "2012-01-02" },
  { from: "2026-11-01", to: "2027-01-01" },
];
/** Read by a Super Admin without filters, who sees all tickets. */
const rangesOfAll: AskedRange[] = [
  "today",
  "7d",
  "90d",
  { from: "2026-03-20", to: "2026-04-02" },
  { from: "2026-03-29", to: "2026-03-29" },
  { from: "2026-11-01", to: "2027-01-01" },
];
const timeZones = [
  ...["UTC", "Europe/Berlin", "America/New_York", "America/Havana", "Asia/Beirut"],
  ...["Asia/Kathmandu", "Pacific/Apia", "Pacific/Kiritimati", "Australia/Lord_Howe"],
];
const filters: DashboardFilters[] = [
  ...[{}, {}, {}, { company: "Müller" }, { company: '"none"' }, { company: "none" }],
  ...[{ team: "Warehouse" }, { team: "none" }, { tag: "vip" }, { tag: '"none"' }, { tag: "none" }],
  ...[{ agent: "me" }, { agent: "none" }, { agent: "Sam Okafor" }, { agent: "Deleted user" }],
  ...[
    { company: 'The "Best" One', tag: "billing" },
    { team: "none", tag: "two words" },
  ],
  ...[{ agent: "Unknown Name" }, { company: "none", agent: "none" }],
];

const database = setUpTestDatabase();
let desk: RandomDesk;
let actors: Actor[];

beforeAll(async () => {
  const edges = timeZones.flatMap((timeZone) =>
    ranges.flatMap((range) => {
      const { from, to } = daysOf(range, now, timeZone);
      return [startOfDay(from, timeZone), startOfDay(moveDay(to, 1), timeZone)];
    }),
  );
  desk = await insertRandomDesk(database, {
    ...{ seed: 11, now, moments, count: 420 },
    edges: edges.filter((edge) => edge <= now),
  });
  actors = [];
  for (const user of Object.values(desk.staff)) actors.push(await actorOf(database.db, user));
}, 60_000);

interface Case {
  deps: ActorDeps;
  input: DashboardFilters & { range: AskedRange; timeZone: string };
  recount: Recount;
  days: DayRange;
}

/** Each range in this time zone, for a random reader with random filters, and some for all tickets. */
function casesIn(timeZone: string, random: Random): Case[] {
  const admin = actors[0];
  if (!admin) throw new Error("The desk has no staff");
  const everything = { actor: admin, chosen: {} };
  return [
    ...ranges.map((range) => ({
      range,
      actor: random.pick(actors),
      chosen: random.pick(filters),
    })),
    ...rangesOfAll.map((range) => ({ range, ...everything })),
  ].map(({ range, actor, chosen }) => {
    return {
      deps: { db: database.db, now, actor, credential: null, requestId: "test" },
      input: { range, timeZone, ...chosen },
      recount: { tickets: visibleTo(desk, actor, chosen), timeZone, now },
      days: daysOf(range, now, timeZone),
    };
  });
}

const seeds = new Map(timeZones.map((timeZone, index) => [timeZone, index + 3]));
const each = (timeZone: string) => casesIn(timeZone, seeded(seeds.get(timeZone) ?? 0));

const walked = walkOf(timeZones, ["America/Havana", "Pacific/Apia"]);

describe.each(walked)("each figure is what a plain recount gives in %s", (timeZone) => {
  test("totals", async () => {
    for (const { deps, input, recount, days } of each(timeZone)) {
      const { tickets } = recount;
      const open = tickets.filter(({ row }) => isOpenState(row.status));
      const totals = await readTotals(deps, { ...input, compare: true });
      expect(totals.now).toEqual(recountPeriod(recount, days));
      expect(totals.before).toEqual(recountPeriod(recount, daysBefore(days)));
      expect(totals.unassigned).toBe(open.filter(({ row }) => !row.assignee_id).length);
      if (totals.endsToday) expect(totals.now.backlog).toBe(open.length);
      const alone = await readTotals(deps, { ...input, compare: false });
      expect(alone).toEqual({ ...totals, before: null });
    }
  });

  test("days", async () => {
    for (const { deps, input, recount, days } of each(timeZone)) {
      expect((await readDays(deps, input)).days).toEqual(
        eachDay(days).map((day) => ({
          day,
          created: createdIn(recount, { from: day, to: day }).length,
          resolved: resolvedIn(recount, { from: day, to: day }).length,
          backlog: openAtEndOf(recount, day).length,
        })),
      );
    }
  });

  test("arrivals by hour", async () => {
    for (const { deps, input, recount, days } of each(timeZone)) {
      const found = await readArrivals(deps, input);
      expect(found).toEqual({ days, weekdays: recountArrivals(recount, days) });
    }
  });

  test("breakdowns", async () => {
    const random = seeded(5);
    for (const { deps, input, recount, days } of each(timeZone)) {
      for (const by of breakdownsBy) {
        const of = random.pick(breakdownsOf);
        const limit = 1 + random.below(8);
        const found = await readBreakdown(deps, { ...input, by, of, limit });
        const { total, counts } = recountBreakdown(recount, days, { by, of });
        expect(found.total).toBe(total);
        const named = [...counts].filter(([name]) => name !== null);
        for (const { word, name, count } of found.rows) {
          const known = by === "company" || by === "tag" ? (word === null ? null : name) : word;
          expect(count).toBe(counts.get(known) ?? 0);
        }
        if (by !== "company" && by !== "tag") {
          expect(found.rows.reduce((sum, { count }) => sum + count, 0)).toBe(total);
          continue;
        }
        const rows = found.rows.filter(({ word }) => word !== null);
        const sizes = named.map(([, count]) => count).sort((one, other) => other - one);
        expect(rows.map(({ count }) => count)).toEqual(sizes.slice(0, limit));
        const rest = sizes.slice(limit);
        const left = rest.reduce((sum, count) => sum + count, 0);
        const others = { groups: rest.length, count: by === "company" ? left : null };
        expect(found.others).toEqual(rest.length > 0 ? others : null);
      }
    }
  });

  test("agents", async () => {
    for (const { deps, input, recount, days } of each(timeZone)) {
      const { agents } = await readAgents(deps, input);
      const seen: (string | null)[] = [];
      for (const { agent, ...figures } of agents) {
        const same = desk.assignees.filter(({ first_name, id }) =>
          agent?.name === "Deleted user" ? first_name === "Deleted" : id === agent?.id,
        );
        const ids = agent ? same.map(({ id }) => id) : [null];
        seen.push(...ids);
        expect(figures).toEqual(recountAgent(recount, days, ids));
      }
      const rest = [null, ...desk.assignees.map(({ id }) => id)].filter((id) => !seen.includes(id));
      const { open, resolved, firstReply } = recountAgent(recount, days, rest);
      expect([open, resolved, firstReply.count]).toEqual([0, 0, 0]);
    }
  });

  test("ratings and their comments", async () => {
    const isGood = ({ row }: { row: { rating: string | null } }) => row.rating === "good";
    for (const { deps, input, recount, days } of each(timeZone)) {
      for (const by of ratingsBy) {
        const found = await readRatings(deps, { ...input, by, limit: 500 });
        const { rated, groups } = recountRatings(recount, days, by);
        expect([found.good, found.total]).toEqual([rated.filter(isGood).length, rated.length]);
        expect(found.others).toBe(0);
        let known = 0;
        for (const { id, name, good, total } of found.rows) {
          // Deleted people share a row.
          const same = desk.assignees.filter((one) =>
            name === "Deleted user" ? one.first_name === "Deleted" : one.id === id,
          );
          const keys =
            by === "agent" && id ? same.map((one) => one.id) : [id === null ? null : name];
          const tickets = keys.flatMap((key) => groups.get(key) ?? []);
          expect([name, good, total]).toEqual([
            name,
            tickets.filter(isGood).length,
            tickets.length,
          ]);
          known += total;
        }
        expect(known).toBe([...groups.values()].flat().length);
      }
      const { rated } = recountRatings(recount, days, "agent");
      const commented = rated
        .filter(({ row }) => row.rating_comment)
        .sort((one, other) => Number(other.row.rated_at) - Number(one.row.rated_at));
      const { comments } = await readRatingComments(deps, { ...input, limit: 4 });
      expect(comments.map(({ ratedAt }) => ratedAt)).toEqual(
        commented.slice(0, 4).map(({ row }) => row.rated_at?.toISOString() ?? ""),
      );
      for (const { number, comment } of comments) {
        expect(comment).toBe(
          commented.find(({ row }) => row.number === number)?.row.rating_comment ?? "",
        );
      }
    }
  });

  test("what needs a person now", async () => {
    for (const { deps, input, recount } of each(timeZone)) {
      const { range: _, ...asked } = input;
      const { items } = await readTodo(deps, asked);
      const plain = recountTodo(recount);
      expect(items.map(({ key }) => key)).toEqual(todoKeys);
      for (const { key, count, tickets } of items) {
        expect([key, count]).toEqual([key, plain[key].length]);
        expect(tickets).toHaveLength(Math.min(3, count));
        const numbers = plain[key].map(({ row }) => row.number);
        for (const { number } of tickets) expect(numbers).toContain(number);
      }
    }
  });
});
