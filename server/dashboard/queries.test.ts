import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DashboardFigures, periods } from "../../shared/dashboard.ts";
import { AppError } from "../../shared/errors.ts";
import { dashboardInput } from "../../shared/schemas/dashboard.ts";
import { openStatuses, ticketStatuses } from "../../shared/tickets.ts";
import {
  actorOf,
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type TicketRow,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { seeded } from "../../tests/support/random.ts";
import type { Actor } from "../actor.ts";
import type { Db } from "../db/database.ts";
import { countTickets } from "../tickets/queries.ts";
import { daysOf } from "./days.ts";
import { dashboardFigures } from "./queries.ts";

const hour = 3_600_000;
const day = 24 * hour;

let database: TestDatabase;
let db: Db;
let companies: CompanyRow[];
let tickets: TicketRow[];
let admin: Actor;
let agent: Actor;
let nobody: Actor;

// Within reach of each of these moments many tickets were made, resolved and answered.
const moments = [
  // The clocks go back over midnight in Havana, and at two in New York.
  "2026-11-01T12:00:00.000Z",
  // They go forward over midnight in Beirut, and at one in Berlin.
  "2026-03-29T09:00:00.000Z",
  "2026-11-21T23:30:00.000Z",
].map((moment) => new Date(moment));

const timeZones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  const random = seeded(11);
  companies = [];
  for (let index = 0; index < 8; index++) companies.push(await insertCompany(db));
  const assigned = companies.slice(2, 5).map((company) => company.id);
  admin = await actorOf(db, await insertUser(db, { role: "Super Admin" }));
  const scoped = { role: "Agent", company_scope: "assigned" } as const;
  agent = await actorOf(db, await insertUser(db, { ...scoped, companies: assigned }));
  nobody = await actorOf(db, await insertUser(db, scoped));
  const requester = await insertUser(db);

  tickets = [];
  for (let index = 0; index < 320; index++) {
    const moment = random.pick(moments);
    // To the half hour, so that some stand exactly at midnight.
    const since = random.chance(0.5) ? 3 * day : 100 * day;
    const created = new Date(moment.getTime() - random.below(since / hour) * (hour / 2));
    const later = () => new Date(created.getTime() + random.below(200) * (hour / 2));
    const status = random.pick(ticketStatuses);
    const solved = status === "resolved" || status === "closed";
    const replied = random.chance(0.7);
    tickets.push(
      await insertTicket(db, {
        requester_id: requester.id,
        company_id: random.chance(0.15) ? null : random.pick(companies).id,
        status,
        assignee_id: random.chance(0.4) ? null : admin.id,
        created_at: created,
        opened_by_staff: random.chance(0.2),
        first_staff_reply_at: replied ? later() : null,
        staff_reply_count: replied ? 1 + random.below(3) : 0,
        last_resolved_at: solved || random.chance(0.2) ? later() : null,
        reopen_count: random.chance(0.2) ? 1 + random.below(2) : 0,
        snoozed_until: random.chance(0.1) ? new Date("2030-01-01") : null,
        spam_at: random.chance(0.05) ? created : null,
        merged_into_id: status === "closed" && random.chance(0.1) ? tickets[0]?.id : null,
      }),
    );
  }
});
afterAll(() => database.drop());

describe("each figure is what a plain recount gives", () => {
  for (const timeZone of timeZones) {
    test(`in ${timeZone}`, async () => {
      for (const now of moments) {
        for (const period of periods) {
          for (const actor of [admin, agent, nobody]) {
            const deps = { db, now, actor, requestId: "test" };
            const figures = await dashboardFigures(deps, { period, timeZone });
            expect(figures).toEqual(recount(actor, daysOf[period], now, timeZone));
          }
        }
      }
    });
  }
});

function recount(actor: Actor, length: number, now: Date, timeZone: string): DashboardFigures {
  const calendar = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  const dayOf = (time: Date | null) => (time ? calendar.format(time) : "");
  const today = Date.parse(dayOf(now));
  const daysBack = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) =>
      new Date(today - (from - index) * day).toISOString().slice(0, 10),
    );
  const period = daysBack(length - 1, 0);
  const before = daysBack(2 * length - 1, length);

  const seen = tickets.filter(
    (ticket) =>
      !ticket.spam_at &&
      !ticket.merged_into_id &&
      (actor.role === "Super Admin" || actor.companyIds.includes(ticket.company_id ?? "")),
  );
  const isSolved = (ticket: TicketRow) => ["resolved", "closed"].includes(ticket.status);
  const createdIn = (days: string[]) =>
    seen.filter((each) => days.includes(dayOf(each.created_at)));
  const resolvedIn = (days: string[]) =>
    seen.filter((each) => isSolved(each) && days.includes(dayOf(each.last_resolved_at)));
  const open = seen.filter((each) => (openStatuses as readonly string[]).includes(each.status));
  const resolved = resolvedIn(period);
  const answered = seen.filter(
    (each) => !each.opened_by_staff && period.includes(dayOf(each.first_staff_reply_at)),
  );
  const openOf = (id: string) => open.filter((each) => each.company_id === id).length;
  return {
    from: period.at(0) ?? "",
    to: period.at(-1) ?? "",
    created: createdIn(period).length,
    resolved: resolved.length,
    backlog: open.length,
    unassigned: open.filter((each) => each.assignee_id === null).length,
    firstReply: percentiles(answered.map((each) => seconds(each, each.first_staff_reply_at))),
    resolution: percentiles(resolved.map((each) => seconds(each, each.last_resolved_at))),
    reopened: resolved.filter((each) => each.reopen_count > 0).length,
    solvedInOne: resolved.filter((each) => each.staff_reply_count === 1).length,
    days: period.map((each) => ({
      day: each,
      created: createdIn([each]).length,
      resolved: resolvedIn([each]).length,
    })),
    byStatus: openStatuses.map((status) => ({
      status,
      count: open.filter((each) => each.status === status).length,
    })),
    topCompanies: companies
      .map(({ id, name }) => ({ id, name, open: openOf(id) }))
      .filter((company) => company.open > 0)
      .sort((one, other) => other.open - one.open || (one.name < other.name ? -1 : 1))
      .slice(0, 5),
    before: { created: createdIn(before).length, resolved: resolvedIn(before).length },
  };
}

function seconds(ticket: TicketRow, until: Date | null): number {
  return ((until?.getTime() ?? Number.NaN) - ticket.created_at.getTime()) / 1000;
}

/** The first value that at least that share of all does not exceed. */
function percentiles(values: number[]): { median: number | null; p90: number | null } {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  return { median: at(0.5), p90: at(0.9) };
}

test("the open backlog is what the lists of the same person count", async () => {
  const now = new Date("2026-11-21T23:30:00.000Z");
  for (const actor of [admin, agent, nobody]) {
    const deps = { db, now, actor, requestId: "test" };
    const figures = await dashboardFigures(deps, { period: "7d", timeZone: "UTC" });
    const open = await countTickets(deps, { view: "all-open" });
    const snoozed = await db
      .selectFrom("tickets")
      .select("company_id")
      .where("snoozed_until", ">", now)
      .where("spam_at", "is", null)
      .where("status", "in", openStatuses)
      .execute();
    const mine = snoozed.filter(
      ({ company_id }) =>
        actor.role === "Super Admin" || actor.companyIds.includes(company_id ?? ""),
    );
    expect(figures.backlog).toBe(open.count + mine.length);
  }
});

test("a time zone that nobody knows is refused", async () => {
  const deps = { db, now: new Date(), actor: admin, requestId: "test" };
  const refusal = await dashboardFigures(deps, { period: "7d", timeZone: "Mars/Olympus" }).catch(
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal.code).toBe("invalid_input");
  expect(refusal.details.fields[0].field).toBe("timeZone");
  for (const timeZone of ["Mars/Olympus", "+05:30", "", "'"]) {
    expect(dashboardInput.safeParse({ timeZone }).success).toBe(false);
  }
});
