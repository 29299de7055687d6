import { normalizeName } from "../normalize-name.ts";
import type { OperatorTaking } from "../search/operators.ts";
import { printTerm } from "../search/print.ts";
import { queryLimits } from "../search/query.ts";
import type { Term, Value } from "../search/terms.ts";
import { weekdays } from "../search/values.ts";
import type { TicketSort } from "../tickets/vocabulary.ts";
import type {
  BreakdownBy,
  BreakdownOf,
  BreakdownRow,
  DashboardFilters,
  DayRange,
  FigureKey,
  RatingRow,
  RatingsBy,
  TodoKey,
} from "./figures.ts";

/** The ticket list of exactly the counted tickets, in the view `all`. */
export interface Drill {
  q: string;
  /** The time zone of its days. */
  timeZone: string;
  sort?: TicketSort;
  descending?: boolean;
}

/** What the dashboard shows: filters, days and their time zone. */
export interface DrillContext {
  filters: DashboardFilters;
  days: DayRange;
  timeZone: string;
  /** Whether the days end today, so that the backlog at their end is what is open now. */
  endsToday: boolean;
}

export function drillFigure(key: FigureKey, context: DrillContext): Drill {
  return drill(context, figureQueries[key](context));
}

/** The columns of the agents table that link to tickets. */
export const agentColumns = ["open", "resolved", "firstReply", "reopened", "solvedInOne"] as const;
export type AgentColumn = (typeof agentColumns)[number];

/** `word` is the row's; null means unassigned tickets. */
export function drillAgent(column: AgentColumn, word: string | null, context: DrillContext): Drill {
  const query = column === "open" ? "is:open" : figureQueries[column](context);
  return drill(context, query, named("agent", word));
}

export function drillDay(
  figure: "created" | "resolved" | "backlog",
  day: string,
  context: DrillContext,
): Drill {
  const last = context.endsToday && day === context.days.to;
  const on = { ...context, days: { from: day, to: day }, endsToday: last };
  return drill(on, figureQueries[figure](on));
}

/** `weekday` 0 is Monday. */
export function drillHour(weekday: number, hour: number, context: DrillContext): Drill {
  const at = `${weekdays[weekday]}-${String(hour).padStart(2, "0")}`;
  return drill(context, `${figureQueries.created(context)} created-hour:${at}`);
}

export function drillBreakdown(
  by: BreakdownBy,
  of: BreakdownOf,
  word: BreakdownRow["word"],
  context: DrillContext,
): Drill {
  const said =
    by === "company" || by === "tag" ? named(by, word) : word === null ? "" : `${by}:${word}`;
  return drill(context, breakdownQueries[of](context), said);
}

/** All tickets of a breakdown. */
export function drillBreakdownTotal(of: BreakdownOf, context: DrillContext): Drill {
  return drill(context, breakdownQueries[of](context));
}

/** The companies without a row of their own; null if the query would be too long. */
export function drillOtherCompanies(
  of: BreakdownOf,
  rows: readonly BreakdownRow[],
  context: DrillContext,
): Drill | null {
  const values = rows.flatMap(({ word }): Value[] =>
    word === null ? [] : [filterValue("company", word)],
  );
  const without = values.length > 0 ? print("company", values, true) : "";
  const found = drill(context, breakdownQueries[of](context), "has:company", without);
  return found.q.length <= queryLimits.text ? found : null;
}

/** Tickets rated in the period: of any rating, or of one. */
export function drillRatings(context: DrillContext, rating?: "good" | "bad"): Drill {
  return drill(context, ratingQuery(context, rating));
}

export function drillRatingRow(
  by: RatingsBy,
  word: RatingRow["word"],
  context: DrillContext,
  rating?: "good" | "bad",
): Drill {
  return drill(context, ratingQuery(context, rating), named(by, word));
}

export function drillTodo(
  key: TodoKey,
  { filters, timeZone }: Pick<DrillContext, "filters" | "timeZone">,
): Drill {
  const { query, ...order } = todoQueries[key];
  const days = { from: "", to: "" };
  return { ...drill({ filters, timeZone, days, endsToday: true }, query), ...order };
}

const figureQueries: Record<FigureKey, (context: DrillContext) => string> = {
  created: ({ days }) => `created:${range(days)}`,
  resolved: ({ days }) => `status:resolved,closed resolved:${range(days)}`,
  backlog: ({ days, endsToday }) => (endsToday ? "is:open" : `open-at:${days.to}`),
  unassigned: () => "is:unassigned is:open",
  firstReply: ({ days }) => `first-reply:${range(days)} -is:opened-by-staff`,
  resolution: (context) => figureQueries.resolved(context),
  reopened: (context) => `${figureQueries.resolved(context)} reopened:>0`,
  solvedInOne: (context) => `${figureQueries.resolved(context)} replies:1`,
};

const breakdownQueries: Record<BreakdownOf, (context: DrillContext) => string> = {
  open: () => "is:open",
  created: figureQueries.created,
  resolved: figureQueries.resolved,
};

function ratingQuery({ days }: DrillContext, rating?: "good" | "bad"): string {
  return `${rating ? `rating:${rating} ` : ""}rated:${range(days)}`;
}

const todoQueries: Record<TodoKey, Omit<Drill, "q" | "timeZone"> & { query: string }> = {
  unassigned: { query: "is:open unassigned:<-1h -is:snoozed", sort: "waiting", descending: false },
  firstReply: {
    query: "is:open waiting:us replies:0 -is:snoozed",
    sort: "waiting",
    descending: false,
  },
  unanswered: {
    query: "is:open waiting:us replies:>0 -is:snoozed",
    sort: "waiting",
    descending: false,
  },
  resolvedToday: { query: "status:resolved,closed resolved:today", sort: "updated" },
  reopenedToday: { query: "reopened-at:today", sort: "updated" },
};

function drill({ filters, timeZone }: DrillContext, ...parts: string[]): Drill {
  const chosen = Object.entries(filters).map(([filter, text]) =>
    text === undefined ? "" : named(filter as keyof DashboardFilters, text),
  );
  return { q: [...parts, ...chosen].filter((part) => part !== "").join(" "), timeZone };
}

function range({ from, to }: DayRange): string {
  return from === to ? from : `${from}..${to}`;
}

export type NameTerm = Extract<Term, { kind: "operator" }> & { operator: OperatorTaking<"name"> };

/** A filter as a term of the search language. */
export function filterTerm(filter: keyof DashboardFilters, text: string | null): NameTerm {
  const values = [filterValue(filter, text)];
  return { kind: "operator", not: false, operator: operators[filter], values };
}

const operators = { company: "company", team: "team", agent: "assignee", tag: "tag" } as const;

function named(filter: keyof DashboardFilters, text: string | null): string {
  return printTerm(filterTerm(filter, text));
}

/** A name as a filter's value, quoted if it would otherwise mean `none` or `me`. */
export function filterWord(name: string): string {
  return /^(me|none|".*")$/i.test(name) ? `"${name}"` : name;
}

function filterValue(filter: keyof DashboardFilters, text: string | null): Value {
  if (text === null || /^none$/i.test(text)) return { kind: "none" };
  if (filter === "agent" && /^me$/i.test(text)) return { kind: "me" };
  const [, quoted] = /^"(.*)"$/.exec(text) ?? [];
  return { kind: "name", name: normalizeName(quoted ?? text) };
}

function print(filter: keyof DashboardFilters, values: Value[], not: boolean): string {
  return printTerm({ kind: "operator", not, operator: operators[filter], values });
}
