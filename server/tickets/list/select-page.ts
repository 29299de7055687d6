import { type RawBuilder, sql } from "kysely";
import type { TicketSort } from "../../../shared/tickets/vocabulary.ts";
import type { Db } from "../../db/database.ts";
import { orderBy } from "../../db/keyset.ts";
import { keepStatement, type Slot } from "../../db/statement.ts";
import type { Vector } from "../../search/match.ts";
import type { Paths } from "../../search/path.ts";
import { firstOf } from "./first-of.ts";
import { type TicketOrder, ticketOrder, withoutRank } from "./orders.ts";
import { emptyPage, type PackedPage, packPage, type StoredPage, unpackPage } from "./page.ts";
import { rowColumns, rowJoins } from "./row.ts";
import { asksFor, type SourceShape, type SourceValues } from "./sources.ts";

interface PageShape {
  source: SourceShape;
  /** Where words are searched. */
  paths: Paths | null;
  sort: TicketSort;
  descending: boolean;
  /** Whether it goes on behind a mark, and of which rank that is. */
  after: boolean | number | null;
  /** Written into the text: with a limit it does not know, Postgres plans for a tenth of all. */
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
  const { sight } = source;
  const order = ticketOrder({ sort, descending }, sight);
  const rank = order.ranked ? { rank: sql`page.rank` } : {};
  const spam = asksFor(source, "spam") ? { spam: sql`t.spam_at is not null` } : {};
  const direction = descending ? sql`desc` : sql`asc`;
  const outer = order.ranked
    ? sql`page.rank ${direction}, ${orderBy(withoutRank(order))}`
    : orderBy(order);
  const from = sql`
    from (
      select t.page_id ${order.ranked ? sql`, t.rank` : sql``}
      from (${candidatesOf(shape, order, slot)}) t
      order by ${orderBy(order)} limit (select ${slot("limit")}::int)
    ) page
    join tickets t on t.id = page.page_id ${rowJoins(sight, slot("userId"))}
    order by ${outer}`;
  return packPage(sight, { ...rowColumns(sight, slot("userId")), ...spam, ...rank }, from);
});

/** Which tickets those are, in the list's order, and nothing else of them. */
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
 * First those with the words in their head, then the others, each by the latest change: read in one
 * go where all of them are read.
 */
function ranked(shape: PageShape, order: TicketOrder, slot: Slot<PageValues>): RawBuilder<unknown> {
  const { source, paths, after, descending, atMost } = shape;
  if (paths?.body !== "walk") return plain(shape, order, slot);
  const byUpdate = withoutRank(order);
  const part = (vector: Vector, rank: number) => {
    // The ranks before the mark's have been read; those behind it are read from their beginning.
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
