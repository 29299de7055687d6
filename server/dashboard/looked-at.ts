import { type RawBuilder, sql } from "kysely";
import {
  type AskedRange,
  daysOf,
  moveDay,
  startOfDay,
  todayIn,
} from "../../shared/dashboard/days.ts";
import { filterTerm, type NameTerm } from "../../shared/dashboard/drill.ts";
import {
  type DashboardFilters,
  type DayRange,
  filterKeys,
} from "../../shared/dashboard/figures.ts";
import type { ActorDeps } from "../actor.ts";
import type { Db } from "../db/database.ts";
import { plannedByValues } from "../db/statement.ts";
import { type FoundNames, findNames, idsOf } from "../search/names.ts";
import { isSeen, scopeOf } from "../tickets/scope.ts";

/** Which days and which tickets a block counts. */
export interface LookedAt {
  now: Date;
  days: DayRange;
  timeZone: string;
  endsToday: boolean;
  /** The first instant of the days, and the first one behind them. */
  from: Date;
  to: Date;
  chosen: Chosen;
  /** Whether the ticket `t` counts: it is seen, and fits the filters. */
  counts: RawBuilder<boolean>;
  /** Whether all do that are shown at all, and lately enough, so that tallies tell of them. */
  everything: boolean;
}

interface Asked extends DashboardFilters {
  range: AskedRange;
  timeZone: string;
}

/** What each filter means: these, or none at all. */
export type Chosen = { [filter in keyof DashboardFilters]?: readonly string[] | null };

export async function lookAt(deps: ActorDeps, asked: Asked): Promise<LookedAt> {
  const { timeZone } = asked;
  const days = daysOf(asked.range, deps.now, timeZone);
  const from = startOfDay(days.from, timeZone);
  const filtered = await filterBy(deps, asked);
  return {
    ...{ now: deps.now, days, timeZone },
    endsToday: days.to === todayIn(timeZone, deps.now),
    from,
    to: startOfDay(moveDay(days.to, 1), timeZone),
    ...filtered,
    everything: filtered.everything && deps.now.getTime() - from.getTime() < longestTallied,
  };
}

/**
 * Each day up to now is a row that comes with the statement. From the middle ages on they are
 * hundreds of thousands: then tickets are counted, of which there are none.
 */
const longestTallied = 20 * 366 * 24 * 60 * 60_000;

/** By the names that the ticket list would look for: so both mean the same. */
export async function filterBy(
  deps: ActorDeps,
  asked: DashboardFilters,
): Promise<Pick<LookedAt, "chosen" | "counts" | "everything">> {
  const terms = filterKeys.flatMap((filter) => {
    const text = asked[filter];
    return text === undefined ? [] : [{ filter, term: filterTerm(filter, text) }];
  });
  const names = await findNames(
    deps.db,
    terms.map(({ term }) => term),
    deps.actor,
  );
  const chosen: Chosen = {};
  for (const { filter, term } of terms) chosen[filter] = idsIn(term, names, deps.actor.id);
  const scope = scopeOf(deps.actor);
  const fitting = terms.map(({ filter }) => fits(filter, chosen[filter] ?? null));
  return {
    chosen,
    counts: sql.join([isSeen(scope), ...fitting], sql` and `) as RawBuilder<boolean>,
    everything: scope.sight === "all" && terms.length === 0,
  };
}

function idsIn(term: NameTerm, names: FoundNames, readerId: string): readonly string[] | null {
  const [value] = term.values;
  if (value?.kind === "none") return null;
  return value?.kind === "name" ? idsOf(names, term.operator, value.name) : [readerId];
}

function fits(filter: keyof DashboardFilters, ids: readonly string[] | null): RawBuilder<boolean> {
  return filter === "tag" ? isTagged(ids) : isOneOf(columns[filter], ids);
}

function isOneOf(column: RawBuilder<unknown>, ids: readonly string[] | null): RawBuilder<boolean> {
  return ids ? sql`${column} = any(${ids}::uuid[])` : sql`${column} is null`;
}

/** By the numbers beside the ticket, which lie in the same indexes as the rest. */
function isTagged(ids: readonly string[] | null): RawBuilder<boolean> {
  if (!ids) return sql`t.tag_numbers is null`;
  return sql`t.tag_numbers && coalesce(
    (select array_agg(number) from tags where id = any(${ids}::uuid[])), '{}')`;
}

const columns = {
  company: sql`t.company_id`,
  team: sql`t.team_id`,
  agent: sql`t.assignee_id`,
};

/**
 * Prepared and kept for who sees and filters nothing: few statements, whose plan depends on no
 * value. To plan one takes milliseconds, since tickets have forty indexes.
 */
export function readBy({ everything }: Pick<LookedAt, "everything">): typeof readOnce {
  return everything ? readKept : readOnce;
}

/**
 * Planned for these very values: how much lies between two days, and in the companies of a reader,
 * decides how it is best come by.
 */
export async function readOnce<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await db.executeQuery(plannedByValues(query.compile(db)));
  return rows;
}

export async function readKept<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await query.execute(db);
  return rows;
}
