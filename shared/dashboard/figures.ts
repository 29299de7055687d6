/** Each figure in one sentence; shown on hover, and the query beside it must say the same. */
export const figureDefinitions = {
  created: "Tickets created in the period.",
  resolved: "Tickets last resolved in the period and not reopened since.",
  backlog:
    "Tickets that were neither Resolved nor Closed at the end of the period, or now if it has not ended. Snoozed tickets count too, unlike in the view All open.",
  unassigned: "Open tickets without an assignee right now.",
  firstReply:
    "Time from creation to the first public staff message, for first replies given in the period; tickets opened by staff are left out.",
  resolution: "Time from creation to the last resolve, of the tickets resolved in the period.",
  reopened: "Share of the tickets resolved in the period that had been reopened before.",
  solvedInOne: "Share of the tickets resolved in the period with exactly one public staff message.",
} as const;
export type FigureKey = keyof typeof figureDefinitions;

export const blockDefinitions = {
  days: "Per day: tickets created, tickets last resolved and not reopened since, and tickets open at its end.",
  arrivals:
    "Tickets created in the period, by weekday and hour of their creation in your time zone.",
  breakdown: "Tickets by their current values. A ticket with several tags counts for each of them.",
  agents:
    "By current assignee: tickets open now, and tickets resolved or first replied to in the period, by any agent.",
  todo: "What needs attention now, without snoozed tickets.",
} as const;

/** What holds of every figure. */
export const countingRules = {
  reopened: "A reopened ticket counts as open, and as resolved only after it is resolved again.",
  merged: "A merged ticket doesn't count. The ticket it was merged into does.",
  deleted: "Spam doesn't count. Tickets and replies of deleted people do.",
  snoozed: "A snoozed ticket counts in its status, but not in what needs attention now.",
  people: "Agent, team, company and tags are those on the ticket now.",
  time: "Days begin at midnight in your time zone. Median and 90th percentile are actual values, not interpolated.",
} as const;

export const periods = ["today", "7d", "30d", "90d"] as const;
export type Period = (typeof periods)[number];

export const periodNames: Record<Period, string> = {
  today: "Today",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
};

/** The longest own range, in days. */
export const longestRange = 366;

/**
 * Which tickets count, each by a name as it stands behind a search's colon: `none` is nobody, `me`
 * the reader, and in quotes these are names too.
 */
export interface DashboardFilters {
  company?: string | undefined;
  team?: string | undefined;
  /** Who is assigned: a name, or the address where two have one name. */
  agent?: string | undefined;
  tag?: string | undefined;
}
export const filterKeys = ["company", "team", "agent", "tag"] as const;

/** Calendar days such as `2026-11-21`, the first and the last of them included. */
export interface DayRange {
  from: string;
  to: string;
}

/** Times in seconds of so many tickets; null where there is none. */
export interface Times {
  count: number;
  median: number | null;
  p90: number | null;
}

export interface PeriodFigures {
  days: DayRange;
  created: number;
  resolved: number;
  /** Open at its end. */
  backlog: number;
  firstReply: Times;
  resolution: Times;
  /** How many of the resolved; the share is of those. */
  reopened: number;
  solvedInOne: number;
}

/** dashboard.totals: the row of figures. */
export interface DashboardTotals {
  now: PeriodFigures;
  /** The same of as many days right before, if they are asked for. */
  before: PeriodFigures | null;
  /** Whether the period ends today, and so what is open at its end is what is open now. */
  endsToday: boolean;
  /** Right now, whatever the period. */
  unassigned: number;
  /** What each filter names, as it is called. Absent where nothing or several are called so. */
  chosen: { [filter in keyof DashboardFilters]?: string };
}

/** dashboard.days */
export interface DashboardDays {
  days: DashboardDay[];
}
export interface DashboardDay {
  day: string;
  created: number;
  resolved: number;
  /** Open at its end, or now. */
  backlog: number;
}

/** dashboard.arrivals: seven weekdays from Monday on, each with the hours 0 to 23. */
export interface DashboardArrivals {
  days: DayRange;
  weekdays: number[][];
}

export const breakdownsBy = ["status", "priority", "type", "company", "tag"] as const;
export type BreakdownBy = (typeof breakdownsBy)[number];
/** Of which tickets: open now, or those that count as created or resolved in the period. */
export const breakdownsOf = ["open", "created", "resolved"] as const;
export type BreakdownOf = (typeof breakdownsOf)[number];

/** dashboard.breakdown */
export interface DashboardBreakdown {
  days: DayRange;
  /** How many tickets there are in all. */
  total: number;
  /** The most frequent first; states, priorities and types all and in their own order. */
  rows: BreakdownRow[];
  /** Companies that have no row, and their tickets. Of tags, only how many have no row. */
  others: { groups: number; count: number | null } | null;
}
export interface BreakdownRow {
  /** As in the search language: one of the vocabulary, or a name. Null: no company, no tag. */
  word: string | null;
  name: string;
  count: number;
}

/** dashboard.agents: whoever is assigned to something that counts, the most resolved first. */
export interface DashboardAgents {
  days: DayRange;
  agents: AgentRow[];
}
export interface AgentRow {
  /** Null: nobody is assigned. */
  agent: { id: string; name: string; word: string } | null;
  open: number;
  resolved: number;
  firstReply: Times;
  resolution: Times;
  reopened: number;
  solvedInOne: number;
}

export const todoDefinitions = {
  unassigned: "Open tickets without an assignee for over an hour.",
  firstReply: "Open tickets waiting for the first public staff message.",
  unanswered: "Open tickets with a staff reply and a newer customer message.",
  resolvedToday: "Tickets last resolved today and not reopened since.",
  reopenedToday: "Tickets reopened today, whatever their status is now.",
} as const;
export type TodoKey = keyof typeof todoDefinitions;
export const todoKeys = Object.keys(todoDefinitions) as TodoKey[];

/** dashboard.todo: regardless of the period. */
export interface DashboardTodo {
  items: TodoItem[];
}
export interface TodoItem {
  key: TodoKey;
  count: number;
  /** The first few: who has waited longest, or what was resolved or reopened last. */
  tickets: TodoTicket[];
}
interface TodoTicket {
  number: number;
  subject: string;
  company: string | null;
  /** Since when it waits, or when it was resolved or reopened. */
  since: string;
}

export const dashboardBlocks = [
  "totals",
  "days",
  "arrivals",
  "breakdown",
  "agents",
  "todo",
] as const;
export type DashboardBlock = (typeof dashboardBlocks)[number];
