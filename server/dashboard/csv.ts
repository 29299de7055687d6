import { csvHead, csvLine } from "../../shared/csv.ts";
import { type AskedRange, todayIn } from "../../shared/dashboard/days.ts";
import type {
  BreakdownBy,
  DashboardAgents,
  DashboardArrivals,
  DashboardBlock,
  DashboardBreakdown,
  DashboardDays,
  DashboardRatingComments,
  DashboardRatings,
  DashboardTodo,
  DashboardTotals,
  PeriodFigures,
  RatingsBy,
  TodoKey,
} from "../../shared/dashboard/figures.ts";
import {
  type BlockInput,
  blockInput,
  type DashboardCsvQuery,
} from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import { primaryReads } from "../db/reads.ts";
import { type AuditEntry, recordAct } from "../events/record-act.ts";
import type { ExportDeps } from "../exports/export-list.ts";
import { readAgents } from "./agents.ts";
import { readBreakdown } from "./breakdown.ts";
import { readArrivals, readDays } from "./days.ts";
import { readRatingComments, readRatings } from "./ratings.ts";
import { readTodo } from "./todo.ts";
import { readTotals } from "./totals.ts";

/** The first row names the columns. Times are in seconds; a cell without a value is empty. */
type Table = string[][];

/** A block as CSV, with all of its rows. The export is recorded in the audit log. */
export async function exportBlock(
  { reads = primaryReads, ...deps }: ExportDeps,
  block: DashboardBlock,
  query: DashboardCsvQuery,
): Promise<{ name: string; text: string }> {
  const { period, from, to, compare, by = "status", of = "open", ...others } = query;
  const { ratingsBy = "agent", ...viewer } = others;
  const range: AskedRange | undefined = from && to ? { from, to } : period;
  const asked: BlockInput = blockInput.parse({ ...viewer, range });
  const tables: Record<DashboardBlock, (deps: ActorDeps) => Promise<Table>> = {
    totals: async (deps) => totalTable(await readTotals(deps, { ...asked, compare: !compare })),
    days: async (deps) => dayTable(await readDays(deps, asked)),
    arrivals: async (deps) => arrivalTable(await readArrivals(deps, asked)),
    breakdown: async (deps) =>
      breakdownTable(by, await readBreakdown(deps, { ...asked, by, of, limit: everyRow })),
    agents: async (deps) => agentTable(await readAgents(deps, asked)),
    ratings: async (deps) =>
      ratingTable(ratingsBy, await readRatings(deps, { ...asked, by: ratingsBy, limit: everyRow })),
    ratingComments: async (deps) =>
      ratingCommentTable(await readRatingComments(deps, { ...asked, limit: everyRow })),
    todo: async (deps) => todoTable(await readTodo(deps, viewer)),
  };
  const [head = [], ...rows] = await reads.run(deps.db, (db) => tables[block]({ ...deps, db }));
  const entry: AuditEntry = {
    act: "dashboard.exported",
    actorId: deps.actor.id,
    subject: { kind: "dashboard", id: null },
    fields: [block, ...Object.keys(query).sort()],
  };
  await transact(deps, (tx, deps) => recordAct(tx, entry, deps));
  const names: Partial<Record<DashboardBlock, string>> = {
    breakdown: `${of}-by-${by}`,
    ratings: `ratings-by-${ratingsBy}`,
    ratingComments: "rating-comments",
  };
  const name = names[block] ?? block;
  const day = todayIn(asked.timeZone, deps.now);
  const text = csvHead(head) + rows.map((row) => csvLine(row)).join("");
  return { name: `dashboard-${name}-${day}`, text };
}

const everyRow = 1_000_000;

export function totalTable({ now, before, unassigned }: DashboardTotals): Table {
  const columns = before ? [now, before] : [now];
  const row = (name: string, value: (figures: PeriodFigures) => number | null) => [
    name,
    ...columns.map((figures) => cell(value(figures))),
  ];
  return [
    ["Figure", ...columns.map(({ days }) => `${days.from} to ${days.to}`)],
    row("New", ({ created }) => created),
    row("Resolved", ({ resolved }) => resolved),
    row("Open backlog at the end", ({ backlog }) => backlog),
    // The period before has no such figure.
    ["Unassigned now", cell(unassigned), ...(before ? [""] : [])],
    row("First replies", ({ firstReply }) => firstReply.count),
    row("First reply, median (s)", ({ firstReply }) => firstReply.median),
    row("First reply, 90th percentile (s)", ({ firstReply }) => firstReply.p90),
    row("Resolution, median (s)", ({ resolution }) => resolution.median),
    row("Resolution, 90th percentile (s)", ({ resolution }) => resolution.p90),
    row("Reopened, of the resolved", ({ reopened }) => reopened),
    row("Solved with one reply, of the resolved", ({ solvedInOne }) => solvedInOne),
  ];
}

export function dayTable({ days }: DashboardDays): Table {
  return [
    ["Day", "Created", "Resolved", "Open at the end"],
    ...days.map(({ day, created, resolved, backlog }) => [
      day,
      ...[created, resolved, backlog].map(cell),
    ]),
  ];
}

const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export function arrivalTable({ weekdays }: DashboardArrivals): Table {
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
  return [
    ["Weekday", ...hours],
    ...weekdays.map((counts, index) => [weekdayNames[index] ?? "", ...counts.map(cell)]),
  ];
}

const groupNames: Record<BreakdownBy, string> = {
  status: "Status",
  priority: "Priority",
  type: "Type",
  company: "Company",
  tag: "Tag",
};

export function breakdownTable(by: BreakdownBy, { rows }: DashboardBreakdown): Table {
  return [[groupNames[by], "Tickets"], ...rows.map(({ name, count }) => [name, cell(count)])];
}

export function agentTable({ agents }: DashboardAgents): Table {
  return [
    [
      "Agent",
      "Open now",
      "Resolved",
      "First replies",
      "First reply, median (s)",
      "First reply, 90th percentile (s)",
      "Resolution, median (s)",
      "Resolution, 90th percentile (s)",
      "Reopened",
      "Solved with one reply",
    ],
    ...agents.map(({ agent, open, resolved, firstReply, resolution, reopened, solvedInOne }) => [
      agent?.name ?? "Unassigned",
      ...[open, resolved, firstReply.count, firstReply.median, firstReply.p90].map(cell),
      ...[resolution.median, resolution.p90, reopened, solvedInOne].map(cell),
    ]),
  ];
}

const ratingGroups: Record<RatingsBy, string> = { agent: "Agent", company: "Company", tag: "Tag" };

/** The first row has all ratings: one of a ticket with several tags is in several rows. */
export function ratingTable(by: RatingsBy, { good, total, rows }: DashboardRatings): Table {
  const row = (name: string, good: number, total: number) => [
    ...[name, cell(good), cell(total - good), cell(total)],
    total === 0 ? "" : (good / total).toFixed(3),
  ];
  return [
    [ratingGroups[by], "Good", "Bad", "Ratings", "Share good"],
    row("All ratings", good, total),
    ...rows.map(({ name, good, total }) => row(name, good, total)),
  ];
}

export function ratingCommentTable({ comments }: DashboardRatingComments): Table {
  return [
    ["Ticket", "Subject", "Rated (UTC)", "Rating", "Comment", "Requester", "Company", "Agent"],
    ...comments.map(({ number, subject, ratedAt, rating, comment, requester, ...others }) => [
      ...[cell(number), subject, ratedAt, rating, comment, requester],
      ...[others.company ?? "", others.agent ?? ""],
    ]),
  ];
}

const todoNames: Record<TodoKey, string> = {
  unassigned: "Unassigned for over an hour",
  firstReply: "Waiting for a first reply",
  unanswered: "Customers' replies unanswered",
  resolvedToday: "Resolved today",
  reopenedToday: "Reopened today",
};

export function todoTable({ items }: DashboardTodo): Table {
  return [
    ["To do now", "Tickets", "First since"],
    ...items.map(({ key, count, tickets }) => [
      todoNames[key],
      cell(count),
      tickets[0]?.since ?? "",
    ]),
  ];
}

function cell(value: number | null): string {
  return value === null ? "" : String(value);
}
