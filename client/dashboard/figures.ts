import {
  type DashboardFigures,
  type FigureKey,
  figureDefinitions,
} from "../../shared/dashboard.ts";
import { formatDuration, formatNumber, formatShare } from "../lib/format.ts";

export interface Figure {
  key: FigureKey;
  label: string;
  definition: string;
  value: string;
  /** Against the period before, where that was counted. */
  change: { words: string; good: boolean } | null;
  line: string;
}

/** The main figures as they are read, in their order. */
export function mainFigures(figures: DashboardFigures): Figure[] {
  const { created, resolved, before, firstReply, resolution } = figures;
  return [
    figure("created", "New", formatNumber(created), {
      change: changeBetween(before.created, created),
      line: `was ${formatNumber(before.created)}`,
    }),
    figure("resolved", "Resolved", formatNumber(resolved), {
      change: changeBetween(before.resolved, resolved),
      moreIsGood: true,
      line: `was ${formatNumber(before.resolved)}`,
    }),
    figure("backlog", "Open backlog", formatNumber(figures.backlog), { line: "right now" }),
    figure("unassigned", "Unassigned", formatNumber(figures.unassigned), { line: "right now" }),
    figure("firstReply", "First reply, median", duration(firstReply.median), {
      line: ninetieth(firstReply.p90, "no first reply"),
    }),
    figure("resolution", "Resolution, median", duration(resolution.median), {
      line: ninetieth(resolution.p90, "nothing resolved"),
    }),
    figure("reopened", "Reopened", share(figures.reopened, resolved), {
      line: ofResolved(figures.reopened, resolved),
    }),
    figure("solvedInOne", "Solved in one reply", share(figures.solvedInOne, resolved), {
      line: ofResolved(figures.solvedInOne, resolved),
    }),
  ];
}

interface FigureRest {
  change?: string | null;
  moreIsGood?: boolean;
  line: string;
}

function figure(key: FigureKey, label: string, value: string, rest: FigureRest): Figure {
  const { change, moreIsGood, line } = rest;
  return {
    key,
    label,
    definition: figureDefinitions[key],
    value,
    change: change ? { words: change, good: moreIsGood === true && change.startsWith("+") } : null,
    line,
  };
}

const none = "–";

/** `+4 %`, `−11 %`; nothing where there is nothing to compare with. */
export function changeBetween(before: number, now: number): string | null {
  if (before === 0) return null;
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return "±0 %";
  return `${percent > 0 ? "+" : "−"}${formatNumber(Math.abs(percent))} %`;
}

function duration(seconds: number | null): string {
  return seconds === null ? none : formatDuration(seconds);
}

function ninetieth(seconds: number | null, otherwise: string): string {
  return seconds === null ? otherwise : `90th: ${formatDuration(seconds)}`;
}

function share(part: number, resolved: number): string {
  return resolved === 0 ? none : formatShare(part / resolved);
}

function ofResolved(part: number, resolved: number): string {
  if (resolved === 0) return "nothing resolved";
  return `${formatNumber(part)} of ${formatNumber(resolved)}`;
}
