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
import type { ActorDeps } from "../actor.ts";
import { isOpen } from "../tickets/views.ts";
import { lookAt, readBy } from "./looked-at.ts";
import { happened } from "./moments.ts";
import { talliedTags } from "./tallies/tags.ts";

interface StoredRow {
  word: string | null;
  count: number;
  /** Over all rows, shown or not. */
  total: number;
  /** How many rows there are with a name, and the tickets of those that are left out. */
  groups: number;
  named: number;
}

export async function readBreakdown(
  deps: ActorDeps,
  asked: BreakdownInput,
): Promise<DashboardBreakdown> {
  const { by, of, limit } = asked;
  const looked = await lookAt(deps, asked);
  const { days } = looked;
  const read = readBy(looked);
  const counted = sql`${looked.counts} and ${of === "open" ? isOpen : happened(of, looked)}`;
  if (by === "company" || by === "tag") {
    const tallied = of !== "open" && looked.everything;
    const tagSets = () => (tallied ? talliedTags(of, looked) : tagsOf(counted));
    const query = by === "tag" ? byTag(tagSets(), limit) : byCompany(counted, limit);
    const rows = await read(deps.db, query);
    const total = rows[0]?.total ?? 0;
    return { days, total, ...presentNamed(rows, by === "company") };
  }
  const rows = await read(
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

/** By all tags of a ticket at once, since there are far fewer of such sets than of tickets. */
function byTag(tagSets: RawBuilder<unknown>, limit: number): RawBuilder<StoredRow> {
  return ranked(
    sql`tag_set as materialized (${tagSets}),
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

function tagsOf(counted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select t.tag_numbers, count(*) as count from tickets t where ${counted} group by 1`;
}

/** Of what is `grouped`, so many of the most frequent, and besides them whatever has no name. */
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
