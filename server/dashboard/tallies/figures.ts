import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import { isOpen } from "../../tickets/views.ts";
import { countsBetween } from "../counts-between.ts";
import type { PeriodTimes, StoredFigures } from "../figures.ts";
import { type LookedAt, readKept } from "../looked-at.ts";
import type { StoredSpans } from "../spans.ts";
import { type PeriodPercentiles, readPercentiles } from "./percentiles.ts";
import { type PeriodTally, readPeriods, sum } from "./periods.ts";
import { piecesOf } from "./tallied.ts";

/** By the tallies of whole days and the tickets of the others, all of one moment. */
export async function readTalliedFigures(
  db: Db,
  looked: LookedAt,
  began: Date,
): Promise<StoredFigures> {
  const { from, to, now, counts } = looked;
  const stretches = [piecesOf(began, from), piecesOf(from, to), piecesOf(to, null, now)];
  const transaction = db.transaction().setIsolationLevel("repeatable read");
  return await transaction.setAccessMode("read only").execute(async (tx) => {
    const [open] = await readKept(
      tx,
      sql<{ open: number; unassigned: number; gaps: StoredSpans["gaps"] }>`
        select count(*) as open, count(*) filter (where t.assignee_id is null) as unassigned,
          (${countsBetween([from, to], "gaps", looked, "behind")}) as gaps
        from tickets t where ${counts} and ${isOpen}`,
    );
    const [before, period, behind] = await readPeriods(tx, stretches, counts);
    if (!open || !before || !period || !behind) throw new Error("Each period has its figures");
    const [timesBefore, times] = await readPercentiles(tx, [before, period], counts);
    if (!timesBefore || !times) throw new Error("Each period has its times");
    const periods = [before, period, behind];
    return {
      spans: {
        ...{ open: open.open, gaps: [0, ...open.gaps] },
        created: periods.map(({ created }) => created),
        resolved: periods.map(({ resolved }) => sum(resolved)),
      },
      unassigned: open.unassigned,
      now: timesOf(period, times),
      before: timesOf(before, timesBefore),
    };
  });
}

function timesOf(
  { replied, resolved, reopened, solvedInOne }: PeriodTally,
  times: PeriodPercentiles,
): PeriodTimes {
  return {
    firstReply: { count: sum(replied), times: times.replied },
    solved: { count: sum(resolved), times: times.resolved, reopened, solvedInOne },
  };
}
