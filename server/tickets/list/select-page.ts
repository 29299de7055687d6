import { type RawBuilder, sql } from "kysely";
import type { TicketSort } from "../../../shared/tickets/vocabulary.ts";
import type { Sight } from "../../access/scope.ts";
import type { Db } from "../../db/database.ts";
import { orderBy } from "../../db/keyset.ts";
import { keepStatement, type Slot } from "../../db/statement.ts";
import type { Vector } from "../../search/match.ts";
import type { Paths } from "../../search/path.ts";
import { firstOf } from "./first-of.ts";
import { type TicketOrder, ticketOrder, withoutRank } from "./orders.ts";
import { dateColumn, rowColumns, rowJoins, type StoredTicket } from "./row.ts";
import { asksFor, type SourceShape, type SourceValues } from "./sources.ts";

interface PageShape {
  source: SourceShape;
  /** Null where no words are searched. */
  paths: Paths | null;
  sort: TicketSort;
  descending: boolean;
  /** Whether it continues after a position, and the rank of that. */
  after: boolean | number | null;
  /** Written into the statement: with an unknown limit, Postgres plans for a tenth of all rows. */
  atMost: number;
}

interface PageValues extends SourceValues {
  mark0?: string;
  mark1?: string;
  mark2?: string;
  limit: number;
}

export async function selectPage(
  db: Db,
  shape: PageShape,
  values: PageValues,
): Promise<StoredPage> {
  const [packed] = await selectPacked(db, shape, values);
  return packed ? unpackPage(packed) : emptyPage;
}

const selectPacked = keepStatement<PageShape, PageValues, PackedPage>((shape, slot) => {
  const { source, sort, descending } = shape;
  const { sight, reading } = source;
  const order = ticketOrder({ sort, descending }, sight);
  const rank = order.ranked ? { rank: sql`page.rank` } : {};
  const name = order.named ? { sortName: sql`page.sort_name` } : {};
  const spam = asksFor(source, "spam") ? { spam: sql`t.spam_at is not null` } : {};
  const direction = descending ? sql`desc` : sql`asc`;
  const outer = order.ranked
    ? sql`page.rank ${direction}, ${orderBy(withoutRank(order))}`
    : order.named
      ? sql`page.sort_name ${direction}, page.sort_id ${direction}, t.id ${direction}`
      : orderBy(order);
  const from = sql`
    from (
      select t.page_id ${order.ranked ? sql`, t.rank` : sql``}
        ${order.named ? sql`, t.sort_name, t.sort_id` : sql``}
      from (${candidatesOf(shape, order, slot)}) t
      order by ${orderBy(order)} limit (select ${slot("limit")}::int)
    ) page
    join tickets t on t.id = page.page_id ${rowJoins(reading, slot("userId"))}
    order by ${outer}`;
  return packPage(
    sight,
    {
      ...rowColumns(sight, reading, slot("userId")),
      ...dateColumn(sort),
      ...spam,
      ...rank,
      ...name,
    },
    from,
  );
});

/** Only the ids of the tickets, in the list's order. */
export const selectIds = keepStatement<PageShape, PageValues, { id: string }>((shape, slot) => {
  const { source, sort, descending } = shape;
  const order = ticketOrder({ sort, descending }, source.sight);
  return sql`
    select t.page_id as id from (${candidatesOf(shape, order, slot)}) t
    order by ${orderBy(order)} limit (select ${slot("limit")}::int)`;
});

function candidatesOf(
  shape: PageShape,
  order: TicketOrder,
  slot: Slot<PageValues>,
): RawBuilder<unknown> {
  return order.ranked ? ranked(shape, order, slot) : plain(shape, order, slot);
}

function plain(shape: PageShape, order: TicketOrder, slot: Slot<PageValues>): RawBuilder<unknown> {
  const { source, atMost } = shape;
  const marks = shape.after === null ? null : marksFrom(0, slot);
  const by = shape.paths && { vector: "body" as const, path: shape.paths.body, some: true };
  return firstOf({ source, order, by, marks, rank: null, atMost }, slot);
}

/**
 * First the tickets with the words in their head, then the others, each by the latest change. The
 * paths that read all matches read both together.
 */
function ranked(shape: PageShape, order: TicketOrder, slot: Slot<PageValues>): RawBuilder<unknown> {
  const { source, paths, after, descending, atMost } = shape;
  if (paths?.body !== "walk") return plain(shape, order, slot);
  const byUpdate = withoutRank(order);
  const part = (vector: Vector, rank: number) => {
    // Ranks before that of the position have been read; later ones are read from the beginning.
    const isBehind = descending ? rank < Number(after) : rank > Number(after);
    if (after !== null && rank !== after && !isBehind) return [];
    const marks = after === rank ? marksFrom(1, slot) : null;
    const by = { vector, path: paths[vector], some: true, notHead: vector === "body" };
    return [
      sql`(select * from (${firstOf({ source, order: byUpdate, by, marks, rank, atMost }, slot)}) ranked)`,
    ];
  };
  return sql.join([...part("head", 1), ...part("body", 0)], sql` union all `);
}

function marksFrom(first: 0 | 1, slot: Slot<PageValues>): RawBuilder<unknown>[] {
  return (["mark0", "mark1", "mark2"] as const).slice(first).map((name) => slot(name));
}

/** The rows of a page, and the names of all that they refer to. */
export interface StoredPage {
  tickets: StoredTicket[];
  names: Names;
}

export interface Names {
  people: Record<string, string>;
  companies: Record<string, string>;
  teams: Record<string, string>;
  /** In the order they are shown. */
  tags: [number: number, name: string][];
}

type InColumns = { [Name in keyof StoredTicket]: StoredTicket[Name][] | null };

/** A page as Postgres returns it: one row with one value. */
interface PackedPage {
  page: InColumns & { names: { [Name in keyof Names]?: Names[Name] | null } };
}

/**
 * One JSON value with a list for each column. Separate values cost the server more, and an object per
 * row costs Postgres more. Names are looked up once per page.
 */
function packPage(
  sight: Sight,
  columns: Record<string, RawBuilder<unknown>>,
  from: RawBuilder<unknown>,
): RawBuilder<PackedPage> {
  const each = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`);
  const lists = Object.keys(columns).map(
    (name) => sql`${sql.lit(name)}, json_agg(${sql.ref(name)})`,
  );
  return sql`
    with page as materialized (select ${sql.join(each)} ${from})
    select json_build_object(
      ${sql.join(lists)}, 'names', json_build_object(${namesOnPage(sight)})) as page
    from page`;
}

export const emptyPage: StoredPage = {
  tickets: [],
  names: { people: {}, companies: {}, teams: {}, tags: [] },
};

function unpackPage({ page: { names, ...columns } }: PackedPage): StoredPage {
  const { people, companies, teams, tags } = names;
  return {
    tickets: rowsOf(columns),
    names: {
      people: people ?? {},
      companies: companies ?? {},
      teams: teams ?? {},
      tags: tags ?? [],
    },
  };
}

function namesOnPage(sight: Sight): RawBuilder<unknown> {
  const onPage = (...columns: string[]) => {
    const ids = columns.map((name) => sql`select ${sql.ref(name)} from page`);
    return sql`any(array(${sql.join(ids, sql` union all `)}))`;
  };
  const forAll = sql`
    'people', (select json_object_agg(id, btrim(first_name || ' ' || last_name)) from users
      where id = ${onPage("requesterId", "assigneeId", "latestAuthorId")}),
    'companies', (select json_object_agg(id, name) from companies
      where id = ${onPage("companyId")})`;
  if (sight === "own") return forAll;
  return sql`${forAll},
    'teams', (select json_object_agg(id, name) from teams where id = ${onPage("teamId")}),
    'tags', (select json_agg(json_build_array(number, name) order by name) from tags
      where number = any(array(select unnest("tagNumbers") from page)))`;
}

function rowsOf(columns: InColumns): StoredTicket[] {
  const names = Object.keys(columns) as (keyof InColumns)[];
  return (columns.id ?? []).map((_, index) => {
    const row: Partial<Record<keyof StoredTicket, unknown>> = {};
    for (const name of names) row[name] = columns[name]?.[index];
    return row as unknown as StoredTicket;
  });
}
