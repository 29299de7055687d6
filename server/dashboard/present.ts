import type { DashboardFigures } from "../../shared/dashboard.ts";
import { openStatuses, type TicketStatus } from "../../shared/tickets.ts";

export interface StoredFigures {
  days: StoredDay[];
  /** Median and 90th percentile, in seconds. */
  firstReply: [number, number] | null;
  solved: { resolution: [number, number] | null; reopened: number; solvedInOne: number };
  open: Partial<Record<TicketStatus, number>>;
  unassigned: number;
  topCompanies: DashboardFigures["topCompanies"];
}

interface StoredDay {
  day: string;
  /** Or of the same length before. */
  inPeriod: boolean;
  created: number;
  resolved: number;
}

export function presentFigures(figures: StoredFigures): DashboardFigures {
  const period = figures.days.filter((day) => day.inPeriod);
  const before = figures.days.filter((day) => !day.inPeriod);
  const byStatus = openStatuses.map((status) => ({ status, count: figures.open[status] ?? 0 }));
  return {
    from: period.at(0)?.day ?? "",
    to: period.at(-1)?.day ?? "",
    ...sumOf(period),
    backlog: byStatus.reduce((sum, { count }) => sum + count, 0),
    unassigned: figures.unassigned,
    firstReply: presentTimes(figures.firstReply),
    resolution: presentTimes(figures.solved.resolution),
    reopened: figures.solved.reopened,
    solvedInOne: figures.solved.solvedInOne,
    days: period.map(({ day, created, resolved }) => ({ day, created, resolved })),
    byStatus,
    topCompanies: figures.topCompanies,
    before: sumOf(before),
  };
}

function sumOf(days: StoredDay[]): { created: number; resolved: number } {
  return {
    created: days.reduce((sum, day) => sum + day.created, 0),
    resolved: days.reduce((sum, day) => sum + day.resolved, 0),
  };
}

function presentTimes(times: [number, number] | null): {
  median: number | null;
  p90: number | null;
} {
  const [median, p90] = times ?? [null, null];
  return { median, p90 };
}
