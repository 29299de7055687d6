import { beforeAll, describe, expect, test } from "bun:test";
import { type AskedRange, daysOf, startOfDay, todayIn } from "../../shared/dashboard/days.ts";
import {
  agentColumns,
  type Drill,
  type DrillContext,
  drillAgent,
  drillBreakdown,
  drillBreakdownTotal,
  drillDay,
  drillFigure,
  drillHour,
  drillOtherCompanies,
  drillRatingRow,
  drillRatings,
  drillTodo,
} from "../../shared/dashboard/drill.ts";
import {
  breakdownsBy,
  breakdownsOf,
  type DashboardFilters,
  ratingsBy,
} from "../../shared/dashboard/figures.ts";
import { listTicketsInput } from "../../shared/schemas/tickets.ts";
import { actorOf } from "../../tests/support/builders.ts";
import { seeded } from "../../tests/support/random.ts";
import { insertRandomDesk, type RandomDesk } from "../../tests/support/random-desk.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { walkOf } from "../../tests/support/walk.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { countTickets, listTickets } from "../tickets/list.ts";
import { readAgents } from "./agents.ts";
import { readBreakdown } from "./breakdown.ts";
import { readArrivals, readDays } from "./days.ts";
import { readRatings } from "./ratings.ts";
import { readTodo } from "./todo.ts";
import { readTotals } from "./totals.ts";

// The clocks have just gone back at one o'clock in Havana and at two in New York.
const now = new Date("2026-11-03T23:30:00.000Z");
const moments = [now, new Date("2026-11-01T12:00:00.000Z"), new Date("2026-03-29T09:00:00.000Z")];

const database = setUpTestDatabase();
let desk: RandomDesk;
let actors: Record<"admin" | "everywhere" | "assigned", Actor>;

beforeAll(async () => {
  const { db } = database;
  const edges = cases.map(({ range, timeZone }) =>
    startOfDay(daysOf(range, now, timeZone).from, timeZone),
  );
  desk = await insertRandomDesk(database, { seed: 23, now, moments, edges, count: 260 });
  const { admin, everywhere, assigned } = desk.staff;
  actors = {
    admin: await actorOf(db, admin),
    everywhere: await actorOf(db, everywhere),
    assigned: await actorOf(db, assigned),
  };
}, 60_000);

interface Case {
  who: keyof typeof actors;
  range: AskedRange;
  timeZone: string;
  filters: DashboardFilters;
}

const cases: Case[] = [
  { who: "admin", range: "30d", timeZone: "America/New_York", filters: {} },
  { who: "assigned", range: "7d", timeZone: "America/Havana", filters: {} },
  {
    who: "admin",
    range: { from: "2026-03-20", to: "2026-04-02" },
    timeZone: "Europe/Berlin",
    filters: { company: "Müller" },
  },
  { who: "everywhere", range: "90d", timeZone: "Asia/Kathmandu", filters: { agent: "me" } },
  { who: "assigned", range: "today", timeZone: "Pacific/Apia", filters: { team: "Warehouse" } },
  {
    who: "admin",
    range: "7d",
    timeZone: "Australia/Lord_Howe",
    filters: { tag: '"none"', company: 'The "Best" One' },
  },
  { who: "everywhere", range: "90d", timeZone: "UTC", filters: { team: "none", agent: "none" } },
];

describe.each(walkOf(cases, cases.slice(1, 3)))(
  "each number of $who over $range in $timeZone leads to as many tickets",
  ({ who, range, timeZone, filters }) => {
    const input = { range, timeZone, ...filters };
    const days = daysOf(range, now, timeZone);
    const endsToday = days.to === todayIn(timeZone, now);
    const context: DrillContext = { filters, days, timeZone, endsToday };
    const deps = (): ActorDeps => ({
      ...{ db: database.db, now, actor: actors[who], credential: null, requestId: "test" },
    });

    /** Counts through the real list, once per query. */
    const counted = new Map<string, Promise<number>>();
    function count({ q, timeZone: zone }: Drill): Promise<number> {
      const known = counted.get(q);
      if (known) return known;
      const asked = countTickets(deps(), { view: "all", q, timeZone: zone });
      const found = asked.then((answer) => answer.count);
      counted.set(q, found);
      return found;
    }

    async function expectCount(drill: Drill | null, expected: number): Promise<void> {
      if (!drill) throw new Error("It leads nowhere");
      expect([drill.q, await count(drill)]).toEqual([drill.q, expected]);
    }

    test("totals", async () => {
      const totals = await readTotals(deps(), { ...input, compare: true });
      const before = { ...context, days: totals.before?.days ?? days, endsToday: false };
      for (const [figures, over] of [
        [totals.now, context],
        [totals.before, before],
      ] as const) {
        if (!figures) throw new Error("Both were asked for");
        await expectCount(drillFigure("created", over), figures.created);
        await expectCount(drillFigure("resolved", over), figures.resolved);
        await expectCount(drillFigure("backlog", over), figures.backlog);
        await expectCount(drillFigure("firstReply", over), figures.firstReply.count);
        await expectCount(drillFigure("resolution", over), figures.resolution.count);
        await expectCount(drillFigure("reopened", over), figures.reopened);
        await expectCount(drillFigure("solvedInOne", over), figures.solvedInOne);
      }
      await expectCount(drillFigure("unassigned", context), totals.unassigned);
      expect(totals.endsToday).toBe(endsToday);
    });

    test("each bar of the days", async () => {
      const found = await readDays(deps(), input);
      for (const { day, created, resolved, backlog } of found.days) {
        await expectCount(drillDay("created", day, context), created);
        await expectCount(drillDay("resolved", day, context), resolved);
        await expectCount(drillDay("backlog", day, context), backlog);
      }
    }, 60_000);

    test("each cell of the arrivals", async () => {
      const { weekdays } = await readArrivals(deps(), input);
      for (const [weekday, hours] of weekdays.entries()) {
        const empty: Drill[] = [];
        for (const [hour, arrived] of hours.entries()) {
          const cell = drillHour(weekday, hour, context);
          if (arrived === 0) empty.push(cell);
          else await expectCount(cell, arrived);
        }
        if (empty.length > 0) await expectCount(oneOf(empty), 0);
      }
    }, 60_000);

    test("each row of the breakdowns", async () => {
      for (const by of breakdownsBy) {
        for (const of of breakdownsOf) {
          const found = await readBreakdown(deps(), { ...input, by, of, limit: 3 });
          await expectCount(drillBreakdownTotal(of, context), found.total);
          for (const { word, count } of found.rows) {
            await expectCount(drillBreakdown(by, of, word, context), count);
          }
          const left = found.others?.count;
          if (by !== "company" || left === undefined || left === null) continue;
          await expectCount(drillOtherCompanies(of, found.rows, context), left);
        }
      }
    }, 60_000);

    test("each cell of the agents", async () => {
      const { agents } = await readAgents(deps(), input);
      for (const { agent, firstReply, ...figures } of agents) {
        const values = { ...figures, firstReply: firstReply.count };
        for (const column of agentColumns) {
          await expectCount(drillAgent(column, agent?.word ?? null, context), values[column]);
        }
      }
    }, 60_000);

    test("each row of the ratings", async () => {
      for (const by of ratingsBy) {
        const found = await readRatings(deps(), { ...input, by, limit: 500 });
        await expectCount(drillRatings(context), found.total);
        for (const { word, good, total } of found.rows) {
          await expectCount(drillRatingRow(by, word, context), total);
          await expectCount(drillRatingRow(by, word, context, "good"), good);
          await expectCount(drillRatingRow(by, word, context, "bad"), total - good);
        }
      }
    }, 60_000);

    test("what needs a person now, in the order of the list", async () => {
      const { items } = await readTodo(deps(), { timeZone, ...filters });
      for (const { key, count: number, tickets } of items) {
        const drill = drillTodo(key, context);
        await expectCount(drill, number);
        if (drill.sort !== "waiting" || key === "unassigned") continue;
        const list = listTicketsInput.parse({ view: "all", ...drill, limit: 3 });
        const listed = await listTickets(deps(), list);
        const first = listed.tickets.map((ticket) => ticket.waitingSince);
        expect(tickets.map(({ since }) => since)).toEqual(first.map((since) => since ?? ""));
      }
    });
  },
);

/** The query of any of these cells. */
function oneOf(cells: readonly Drill[]): Drill | null {
  const [first] = cells;
  if (!first) return null;
  const hours = cells.map(({ q }) => /created-hour:(\S+)/.exec(q)?.[1]);
  return { ...first, q: first.q.replace(/created-hour:\S+/, `created-hour:${hours.join()}`) };
}

test("a list of names that is too long for a search has no link", () => {
  const random = seeded(1);
  const rows = Array.from({ length: 7 }, (_, index) => {
    const name = `${index}${"x".repeat(100 + random.below(9))}`;
    return { word: name, name, count: 1 };
  });
  const days = { from: "2026-11-01", to: "2026-11-02" };
  const context = { filters: {}, days, timeZone: "UTC", endsToday: true };
  expect(drillOtherCompanies("open", rows, context)).toBeNull();
  expect(drillOtherCompanies("open", rows.slice(0, 2), context)).not.toBeNull();
});
