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
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import type { Db } from "../db/database.ts";
import { plannedByValues } from "../db/statement.ts";
import { type FoundNames, findNames, idsOf } from "../search/names.ts";

/** Which days and which tickets a block counts. */
export interface Selection extends FilteredTickets {
  days: DayRange;
  timeZone: string;
  endsToday: boolean;
  /** The first instant of the days, and the first one after them. */
  from: Date;
  to: Date;
}

interface FilteredTickets {
  chosen: Chosen;
  /** Whether the reader sees the ticket `t` and it matches the filters. */
  matches: RawBuilder<boolean>;
}

/** The ids that each filter means; null means none at all, such as no team. */
export type Chosen = { [filter in keyof DashboardFilters]?: readonly string[] | null };

interface Asked extends DashboardFilters {
  range: AskedRange;
  timeZone: string;
}

export async function selectTickets(deps: ActorDeps, asked: Asked): Promise<Selection> {
  const { timeZone } = asked;
  const days = daysOf(asked.range, deps.now, timeZone);
  const { chosen, matches } = await applyFilters(deps, asked);
  return {
    days,
    timeZone,
    endsToday: days.to === todayIn(timeZone, deps.now),
    from: startOfDay(days.from, timeZone),
    to: startOfDay(moveDay(days.to, 1), timeZone),
    chosen,
    matches,
  };
}

/** Names are resolved as in the search of the ticket list, so both find the same tickets. */
export async function applyFilters(
  deps: ActorDeps,
  asked: DashboardFilters,
): Promise<FilteredTickets> {
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
  const filtered = terms.map(({ filter }) => hasChosen(filter, chosen[filter] ?? null));
  const conditions = [isSeen(scopeOf(deps.actor)), ...filtered];
  return { chosen, matches: sql.join(conditions, sql` and `) as RawBuilder<boolean> };
}

function idsIn(term: NameTerm, names: FoundNames, readerId: string): readonly string[] | null {
  const [value] = term.values;
  if (value?.kind === "none") return null;
  return value?.kind === "name" ? idsOf(names, term.operator, value.name) : [readerId];
}

const columns = {
  company: sql`t.company_id`,
  team: sql`t.team_id`,
  agent: sql`t.assignee_id`,
};

function hasChosen(
  filter: keyof DashboardFilters,
  ids: readonly string[] | null,
): RawBuilder<boolean> {
  if (filter === "tag") return hasTag(ids);
  const column = columns[filter];
  return ids ? sql`${column} = any(${ids}::uuid[])` : sql`${column} is null`;
}

/** Tags are matched by the numbers stored in the ticket, which the covering indexes include. */
function hasTag(ids: readonly string[] | null): RawBuilder<boolean> {
  if (!ids) return sql`t.tag_numbers is null`;
  return sql`t.tag_numbers && coalesce(
    (select array_agg(number) from tags where id = any(${ids}::uuid[])), '{}')`;
}

/**
 * Planned for these very values: the best plan depends on how many tickets lie between two days
 * and in the reader's companies.
 */
export async function readFigures<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await db.executeQuery(plannedByValues(query.compile(db)));
  return rows;
}
