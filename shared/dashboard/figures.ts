/** Each figure in one sentence, shown on hover; its query in drill.ts must mean the same. */
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
  ratings:
    "Share of good ratings among all that customers gave in the period, by the tickets' current values. A ticket with several tags counts for each of them.",
  ratingComments: "The latest comments that customers gave with a rating in the period.",
  todo: "What needs attention now, without snoozed tickets.",
} as const;

/** Rules that hold for every figure. */
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

/** The longest custom range, in days. */
export const longestRange = 366;

/**
 * Which tickets count, each by a name as after the colon of a search operator: `none` means without,
 * `me` the reader; in quotes both are names.
 */
export interface DashboardFilters {
  company?: string | undefined;
  team?: string | undefined;
  /** The assignee: a name, or the address if two have the same name. */
  agent?: string | undefined;
  tag?: string | undefined;
}
export const filterKeys = ["company", "team", "agent", "tag"] as const;

/** Calendar days such as `2026-11-21`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** Times in seconds, of `count` tickets; null if there are none. */
export interface Times {
  count: number;
  median: number | null;
  p90: number | null;
}

export interface PeriodFigures {
  days: DayRange;
  created: number;
  resolved: number;
  /** Tickets open at its end. */
  backlog: number;
  firstReply: Times;
  resolution: Times;
  /** How many of the resolved tickets. */
  reopened: number;
  solvedInOne: number;
}

/** dashboard.totals */
export interface DashboardTotals {
  now: PeriodFigures;
  /** The period before, with the same number of days; null if not requested. */
  before: PeriodFigures | null;
  /** Whether the period ends today, so that its backlog is what is open now. */
  endsToday: boolean;
  /** Now, whatever the period. */
  unassigned: number;
  /** The name of what each filter means; absent if it means nothing or several. */
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
  /** Tickets open at its end, or now. */
  backlog: number;
}

/** dashboard.arrivals: seven weekdays from Monday, each with the hours 0 to 23. */
export interface DashboardArrivals {
  days: DayRange;
  weekdays: number[][];
}

export const breakdownsBy = ["status", "priority", "type", "company", "tag"] as const;
export type BreakdownBy = (typeof breakdownsBy)[number];
/** Which tickets: open now, or created or resolved in the period. */
export const breakdownsOf = ["open", "created", "resolved"] as const;
export type BreakdownOf = (typeof breakdownsOf)[number];

/** dashboard.breakdown */
export interface DashboardBreakdown {
  days: DayRange;
  /** All tickets, also those without a row. */
  total: number;
  /** The most frequent first; statuses, priorities and types all and in their usual order. */
  rows: BreakdownRow[];
  /** Companies without a row, and their tickets. For tags, only how many have no row. */
  others: { groups: number; count: number | null } | null;
}
export interface BreakdownRow {
  /** As in the search language; null means no company or no tag. */
  word: string | null;
  name: string;
  count: number;
}

/** dashboard.agents: assignees of counted tickets, the most resolved first. */
export interface DashboardAgents {
  days: DayRange;
  agents: AgentRow[];
}
export interface AgentRow {
  /** Null: unassigned tickets. */
  agent: { id: string; name: string; word: string } | null;
  open: number;
  resolved: number;
  firstReply: Times;
  resolution: Times;
  reopened: number;
  solvedInOne: number;
}

export const ratingsBy = ["agent", "company", "tag"] as const;
export type RatingsBy = (typeof ratingsBy)[number];

/** dashboard.ratings: those given in the period; a ticket has at most one. */
export interface DashboardRatings {
  days: DayRange;
  good: number;
  total: number;
  /** The most often rated first, and tickets without an agent, company or tag last. */
  rows: RatingRow[];
  /** Agents, companies or tags without a row. */
  others: number;
}
export interface RatingRow {
  /** As in the search language; null means unassigned, no company or no tag. */
  word: string | null;
  name: string;
  /** The id of the agent, company or tag. */
  id: string | null;
  good: number;
  total: number;
}

/** dashboard.ratingComments: the latest first. */
export interface DashboardRatingComments {
  days: DayRange;
  comments: RatingComment[];
}
export interface RatingComment {
  number: number;
  subject: string;
  rating: "good" | "bad";
  comment: string;
  ratedAt: string;
  requester: string;
  company: string | null;
  agent: string | null;
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

/** dashboard.todo, whatever the period. */
export interface DashboardTodo {
  items: TodoItem[];
}
export interface TodoItem {
  key: TodoKey;
  count: number;
  /** The first few: those that waited longest, or were resolved or reopened last. */
  tickets: TodoTicket[];
}
interface TodoTicket {
  number: number;
  subject: string;
  company: string | null;
  /** Since when it has been waiting, or when it was resolved or reopened. */
  since: string;
}

export const dashboardBlocks = [
  "totals",
  "days",
  "arrivals",
  "breakdown",
  "agents",
  "ratings",
  "ratingComments",
  "todo",
] as const;
export type DashboardBlock = (typeof dashboardBlocks)[number];
