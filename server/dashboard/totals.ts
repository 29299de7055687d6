import { daysBefore, startOfDay } from "../../shared/dashboard/days.ts";
import type { DashboardTotals, DayRange, PeriodFigures } from "../../shared/dashboard/figures.ts";
import type { TotalsInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../actor.ts";
import { type PeriodTimes, readFigures } from "./figures.ts";
import { lookAt } from "./looked-at.ts";
import { nameChosen } from "./name-chosen.ts";
import { presentTimes } from "./percentiles.ts";
import { presentSpans, type Span } from "./spans.ts";
import { readTalliedFigures } from "./tallies/figures.ts";

/** The row of figures: by tallies of days where one sees and filters nothing. */
export async function readTotals(deps: ActorDeps, asked: TotalsInput): Promise<DashboardTotals> {
  const looked = await lookAt(deps, asked);
  const before = daysBefore(looked.days);
  const began = asked.compare ? startOfDay(before.from, looked.timeZone) : looked.from;
  const read = looked.everything ? readTalliedFigures : readFigures;
  const [figures, chosen] = await Promise.all([
    read(deps.db, looked, began),
    nameChosen(deps, looked.chosen),
  ]);
  const [spanBefore, span] = presentSpans(figures.spans);
  return {
    now: presentPeriod(looked.days, span, figures.now),
    before: asked.compare ? presentPeriod(before, spanBefore, figures.before) : null,
    endsToday: looked.endsToday,
    unassigned: figures.unassigned,
    chosen,
  };
}

function presentPeriod(
  days: DayRange,
  span: Span | undefined,
  { firstReply, solved }: PeriodTimes,
): PeriodFigures {
  return {
    days,
    created: span?.created ?? 0,
    resolved: span?.resolved ?? 0,
    backlog: span?.backlog ?? 0,
    firstReply: presentTimes(firstReply),
    resolution: presentTimes(solved),
    reopened: solved.reopened,
    solvedInOne: solved.solvedInOne,
  };
}
