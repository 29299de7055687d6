import type { TicketStatus } from "./tickets.ts";

/** Each figure in one sentence; shown on hover, and the query beside it must say the same. */
export const figureDefinitions = {
  created: "Tickets created in the period.",
  resolved: "Tickets last resolved in the period and not reopened since.",
  backlog: "Tickets that are neither Resolved nor Closed right now.",
  unassigned: "Open tickets that nobody is assigned to right now.",
  firstReply:
    "Time from creation to the first public staff message, for first replies given in the period; tickets opened by staff are left out.",
  resolution: "Time from creation to the last resolve, of the tickets resolved in the period.",
  reopened: "Share of the tickets resolved in the period that had been reopened before.",
  solvedInOne: "Share of the tickets resolved in the period with exactly one public staff message.",
} as const;
export type FigureKey = keyof typeof figureDefinitions;

export const periods = ["today", "7d", "30d", "90d"] as const;
export type Period = (typeof periods)[number];

export const periodNames: Record<Period, string> = {
  today: "Today",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
};

export interface DashboardFigures {
  /** The days of the period in the viewer's time zone, first and last included. */
  from: string;
  to: string;
  created: number;
  resolved: number;
  backlog: number;
  unassigned: number;
  /** Seconds; null where nothing can be counted. */
  firstReply: { median: number | null; p90: number | null };
  resolution: { median: number | null; p90: number | null };
  /** How many of the resolved; the share is of those. */
  reopened: number;
  solvedInOne: number;
  days: { day: string; created: number; resolved: number }[];
  /** The backlog right now by its states, and the companies that have most of it. */
  byStatus: { status: TicketStatus; count: number }[];
  topCompanies: { id: string; name: string; open: number }[];
  /** As many days, right before. */
  before: { created: number; resolved: number };
}
