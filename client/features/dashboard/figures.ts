import {
  type DashboardTotals,
  type FigureKey,
  figureDefinitions,
  type PeriodFigures,
  type Times,
} from "../../../shared/dashboard/figures.ts";
import { formatNumber } from "../../components/format/format.ts";
import { formatDuration, formatShare } from "../../components/format/format-figures.ts";
import { dayNaming } from "./day-names.ts";

export interface Figure {
  key: FigureKey;
  label: string;
  definition: string;
  value: string;
  /** How many tickets the figure is based on: those of its list. */
  tickets: number;
  /** The change from the previous period, where that was counted. */
  change: Change | null;
  line: string;
  /** The previous value and its period, for the details. */
  was: string | null;
}

export interface Change {
  words: string;
  /** Whether the change is an improvement; null where that depends. */
  isGood: boolean | null;
}

export const figureNames: Record<FigureKey, string> = {
  created: "New",
  resolved: "Resolved",
  backlog: "Open backlog",
  unassigned: "Unassigned",
  firstReply: "First reply, median",
  resolution: "Resolution, median",
  reopened: "Reopened",
  solvedInOne: "Solved with one reply",
};

/** The main figures in display order. */
export function mainFigures(
  { now, before, endsToday, unassigned }: DashboardTotals,
  today: string,
): Figure[] {
  const { resolved } = now;
  const line = (key: "created" | "resolved") =>
    before ? `was ${formatNumber(before[key])} ${sinceWord(before, today)}` : daysWord(now, today);
  const was = (value: (figures: PeriodFigures) => string) =>
    before && `It was ${value(before)} ${fromToWord(before, today)}.`;
  return [
    figure("created", formatNumber(now.created), now.created, {
      change: before && percent(before.created, now.created, null),
      line: line("created"),
      was: was(({ created }) => formatNumber(created)),
    }),
    figure("resolved", formatNumber(resolved), resolved, {
      change: before && percent(before.resolved, resolved, "more"),
      line: line("resolved"),
      was: was(({ resolved }) => formatNumber(resolved)),
    }),
    figure("backlog", formatNumber(now.backlog), now.backlog, {
      change: before && difference(before.backlog, now.backlog, "less"),
      line: before
        ? `was ${formatNumber(before.backlog)} at the start`
        : endsToday
          ? "right now"
          : `at the end of ${dayNaming(today, now.days.to)(now.days.to)}`,
    }),
    figure("unassigned", formatNumber(unassigned), unassigned, { line: "right now" }),
    figure("firstReply", duration(now.firstReply), now.firstReply.count, {
      change: before && percent(before.firstReply.median, now.firstReply.median, "less"),
      line: ninetieth(now.firstReply, "no first reply"),
      was: was(({ firstReply }) => duration(firstReply)),
    }),
    figure("resolution", duration(now.resolution), now.resolution.count, {
      change: before && percent(before.resolution.median, now.resolution.median, "less"),
      line: ninetieth(now.resolution, "nothing resolved"),
      was: was(({ resolution }) => duration(resolution)),
    }),
    figure("reopened", share(now.reopened, resolved), now.reopened, {
      change: before && points(before, now, "reopened", "less"),
      line: ofResolved(now.reopened, resolved),
      was: was((figures) => share(figures.reopened, figures.resolved)),
    }),
    figure("solvedInOne", share(now.solvedInOne, resolved), now.solvedInOne, {
      change: before && points(before, now, "solvedInOne", "more"),
      line: ofResolved(now.solvedInOne, resolved),
      was: was((figures) => share(figures.solvedInOne, figures.resolved)),
    }),
  ];
}

function figure(
  key: FigureKey,
  value: string,
  tickets: number,
  { change = null, line, was = null }: Partial<Pick<Figure, "change" | "was">> & { line: string },
): Figure {
  return {
    key,
    label: figureNames[key],
    definition: figureDefinitions[key],
    value,
    tickets,
    change,
    line,
    was,
  };
}

type Liked = "more" | "less" | null;

/** `+4 %`; null where there is nothing to compare with. */
export function percent(before: number | null, now: number | null, liked: Liked): Change | null {
  if (!before || now === null) return null;
  const value = Math.round((100 * (now - before)) / before);
  return {
    words: `${signed(formatNumber(Math.abs(value)), value)} %`,
    isGood: isGood(value, liked),
  };
}

function difference(before: number, now: number, liked: Liked): Change {
  const value = now - before;
  return { words: signed(formatNumber(Math.abs(value)), value), isGood: isGood(value, liked) };
}

/** The change of a share in percentage points: `+0.6`. */
function points(
  before: PeriodFigures,
  now: PeriodFigures,
  key: "reopened" | "solvedInOne",
  liked: Liked,
): Change | null {
  if (before.resolved === 0 || now.resolved === 0) return null;
  const exact = 100 * (now[key] / now.resolved - before[key] / before.resolved);
  const value = Math.abs(exact) < 9.95 ? Math.round(exact * 10) / 10 : Math.round(exact);
  return { words: signed(String(Math.abs(value)), value), isGood: isGood(value, liked) };
}

function signed(digits: string, value: number): string {
  if (value === 0) return `±${digits}`;
  return `${value > 0 ? "+" : "−"}${digits}`;
}

function isGood(value: number, liked: Liked): boolean | null {
  if (liked === null || value === 0) return null;
  return value > 0 === (liked === "more");
}

const none = "–";

function duration({ median }: Times): string {
  return median === null ? none : roundDuration(median);
}

/** Leaves out minutes or hours where they do not matter: `23 h`, `14 d`. */
export function roundDuration(seconds: number): string {
  const hours = Math.round(seconds / 3600);
  if (hours >= 240) return formatDuration(Math.round(hours / 24) * 86_400);
  return formatDuration(hours >= 10 && hours <= 24 ? hours * 3600 : seconds);
}

function ninetieth({ p90 }: Times, otherwise: string): string {
  return p90 === null ? otherwise : `90th: ${roundDuration(p90)}`;
}

export function share(part: number, whole: number): string {
  return whole === 0 ? none : formatShare(part / whole);
}

function ofResolved(part: number, resolved: number): string {
  if (resolved === 0) return "nothing resolved";
  return `${formatNumber(part)} of ${formatNumber(resolved)}`;
}

/** The first day of the previous period, which ends where the period begins. */
function sinceWord({ days: { from, to } }: PeriodFigures, today: string): string {
  return `${from === to ? "on" : "from"} ${dayNaming(today, from)(from)}`;
}

function fromToWord({ days: { from, to } }: PeriodFigures, today: string): string {
  const name = dayNaming(today, from, to);
  return from === to ? `on ${name(to)}` : `from ${name(from)} to ${name(to)}`;
}

function daysWord({ days: { from, to } }: PeriodFigures, today: string): string {
  const name = dayNaming(today, from, to);
  return from === to ? `on ${name(to)}` : `${name(from)} to ${name(to)}`;
}
