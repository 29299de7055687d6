import { type RawBuilder, sql } from "kysely";
import { filterWord } from "../../shared/dashboard/drill.ts";
import type {
  BreakdownOf,
  BreakdownRow,
  DashboardBreakdown,
} from "../../shared/dashboard/figures.ts";
import type { BreakdownInput } from "../../shared/schemas/dashboard.ts";
import {
  openStatuses,
  priorityNames,
  solvedStatuses,
  statusNames,
  type TicketStatus,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
  typeNames,
} from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isOpen } from "../access/views.ts";
import { readFigures, selectTickets } from "./selection.ts";
import { reached } from "./times.ts";

interface StoredRow {
  word: string | null;
  count: number;
  /** Tickets of all rows, shown or not. */
  total: number;
  /** Rows that have a name, shown or not, and the sum of their tickets. */
  groups: number;
  named: number;
}

export async function readBreakdown(
  deps: ActorDeps,
  asked: BreakdownInput,
): Promise<DashboardBreakdown> {
  const { by, of, limit } = asked;
  const { days, from, to, matches } = await selectTickets(deps, asked);
  const counted = sql`${matches} and ${of === "open" ? isOpen : reached(of, { from, to })}`;
  if (by === "company" || by === "tag") {
    const query = by === "tag" ? byTag(counted, limit) : byCompany(counted, limit);
    const rows = await readFigures(deps.db, query);
    const total = rows[0]?.total ?? 0;
    return { days, total, ...presentNamed(rows, by === "company") };
  }
  const rows = await readFigures(
    deps.db,
    sql<{ word: string; count: number }>`
      select t.${sql.ref(by)} as word, count(*) as count
      from tickets t where ${counted} group by 1`,
  );
  const found = new Map(rows.map(({ word, count }) => [word, count]));
  return {
    days,
    total: rows.reduce((sum, { count }) => sum + count, 0),
    rows: vocabularies[by](of).map(([word, name]) => ({ word, name, count: found.get(word) ?? 0 })),
    others: null,
  };
}

const statusesOf: Record<BreakdownOf, readonly TicketStatus[]> = {
  open: openStatuses,
  created: ticketStatuses,
  resolved: solvedStatuses,
};

type Vocabulary = (of: BreakdownOf) => [word: string, name: string][];

const vocabularies: Record<"status" | "priority" | "type", Vocabulary> = {
  status: (of) => statusesOf[of].map((status) => [status, statusNames[status]]),
  priority: () =>
    ticketPriorities.toReversed().map((priority) => [priority, priorityNames[priority]]),
  type: () => ticketTypes.map((type) => [type, typeNames[type]]),
};

function byCompany(counted: RawBuilder<unknown>, limit: number): RawBuilder<StoredRow> {
  return ranked(
    sql`found as (select t.company_id, count(*) as count from tickets t where ${counted} group by 1),
    grouped as materialized (
      select companies.name as word, found.count
      from found left join companies on companies.id = found.company_id
    ),
    everything as (select sum(count) as total from grouped)`,
    limit,
  );
}

/** Grouped by all tags of a ticket first, since there are far fewer such sets than tickets. */
function byTag(counted: RawBuilder<unknown>, limit: number): RawBuilder<StoredRow> {
  return ranked(
    sql`tag_set as materialized (
      select t.tag_numbers, count(*) as count from tickets t where ${counted} group by 1
    ),
    found as (
      select tagged.number, sum(tag_set.count)::bigint as count
      from tag_set left join lateral unnest(tag_set.tag_numbers) as tagged(number) on true
      group by 1
    ),
    grouped as materialized (
      select tags.name as word, found.count from found left join tags using (number)
    ),
    everything as (select sum(count) as total from tag_set)`,
    limit,
  );
}

/** The most frequent rows of `grouped`, and after them the row without a name. */
function ranked(groups: RawBuilder<unknown>, limit: number): RawBuilder<StoredRow> {
  return sql<StoredRow>`
    with ${groups},
    placed as (
      select word, count, row_number() over (order by word is null, count desc, lower(word), word)
        as place
      from grouped
    )
    select word, count, (select total from everything)::bigint as total,
      (select count(*) from grouped where word is not null) as groups,
      coalesce((select sum(count) from grouped where word is not null), 0)::bigint as named
    from placed where place <= ${limit} or word is null
    order by place`;
}

function presentNamed(
  rows: readonly StoredRow[],
  isCompany: boolean,
): Pick<DashboardBreakdown, "rows" | "others"> {
  const shown: BreakdownRow[] = rows.map(({ word, count }) => ({
    word: word === null ? null : filterWord(word),
    name: word ?? (isCompany ? "No company" : "No tag"),
    count,
  }));
  const named = rows.filter(({ word }) => word !== null);
  const groups = (rows[0]?.groups ?? 0) - named.length;
  const counted = named.reduce((sum, { count }) => sum + count, 0);
  const left = (rows[0]?.named ?? 0) - counted;
  return { rows: shown, others: groups > 0 ? { groups, count: isCompany ? left : null } : null };
}
