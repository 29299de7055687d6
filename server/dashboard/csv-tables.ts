import type {
  BreakdownBy,
  DashboardAgents,
  DashboardArrivals,
  DashboardBreakdown,
  DashboardDays,
  DashboardTodo,
  DashboardTotals,
  PeriodFigures,
  TodoKey,
} from "../../shared/dashboard/figures.ts";

/** The first row names the columns. Times are in seconds; where there is none the cell is empty. */
type Table = string[][];

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
    // It is of now alone.
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

const weekdayNames = [
  ...["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
];

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
      ...["Agent", "Open now", "Resolved", "First replies", "First reply, median (s)"],
      ...["First reply, 90th percentile (s)", "Resolution, median (s)"],
      ...["Resolution, 90th percentile (s)", "Reopened", "Solved with one reply"],
    ],
    ...agents.map(({ agent, open, resolved, firstReply, resolution, reopened, solvedInOne }) => [
      agent?.name ?? "Unassigned",
      ...[open, resolved, firstReply.count, firstReply.median, firstReply.p90].map(cell),
      ...[resolution.median, resolution.p90, reopened, solvedInOne].map(cell),
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
