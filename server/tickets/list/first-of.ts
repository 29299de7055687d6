import { type RawBuilder, sql } from "kysely";
import { comesAfter, orderBy } from "../../db/keyset.ts";
import type { Slot } from "../../db/statement.ts";
import { sortIdOf, type TicketOrder, withNames, withoutRank } from "./orders.ts";
import {
  allOf,
  conditionsOf,
  isGathered,
  readSources,
  type SearchedBy,
  type SourceShape,
  type SourceValues,
} from "./sources.ts";

interface Part {
  source: SourceShape;
  order: TicketOrder;
  by: SearchedBy | null;
  /** The position after which it continues. */
  marks: RawBuilder<unknown>[] | null;
  /** The rank of all these tickets; null where each has its own. */
  rank: number | null;
  atMost: number;
}

/** The first tickets of a listing as `page_id`, with their sort columns. */
export function firstOf(part: Part, slot: Slot<SourceValues>): RawBuilder<unknown> {
  const { source, order, by, marks, rank, atMost } = part;
  if (by && by.path !== "walk") return firstOfAll(part, by, slot);
  const columns = columnsOf(order, rank === null ? null : sql.lit(rank));
  const rest = restOf(order, marks);
  const inOrder = sql`order by ${orderBy(order)}`;
  const upTo = sql`limit ${sql.lit(atMost)}`;
  const conditions = conditionsOf(source, slot, by?.notHead);
  const inView = allOf(conditions);
  const { dear, others } = byPrice(source, conditions);

  const { named } = order;
  if (named && !(by && dear.length > 0)) {
    return readSources(source, slot, by, (read) => {
      const tickets = withNames(named, sql`select ${columns} ${read} and ${inView}`);
      return sql`select * from (${tickets}) t where ${rest} ${inOrder} ${upTo}`;
    });
  }
  if (by && dear.length > 0) {
    return readSources(source, slot, by, (read) => {
      const all = sql`select ${columns} ${read} and ${allOf(others)}`;
      const first = named
        ? sql`select * from (${withNames(named, all)}) t where ${rest}`
        : sql`${all} and ${rest}`;
      const fenced = isGathered(source, order) ? sql`${first} ${inOrder} offset 0` : first;
      return sql`select * from (${fenced}) t where ${ofTicket(allOf(dear))} ${inOrder} ${upTo}`;
    });
  }
  const gather = isGathered(source, order);
  return readSources(source, slot, by, (read) =>
    gather
      ? sql`select ${columns} from (select t.* ${read} and ${inView} offset 0) t
          where ${rest} ${inOrder} ${upTo}`
      : sql`select ${columns} ${read} and ${inView} and ${rest} ${inOrder} ${upTo}`,
  );
}

/** For the paths that read all matches, which also find out the words in the head. */
function firstOfAll(
  { source, order, marks, rank, atMost }: Part,
  by: SearchedBy,
  slot: Slot<SourceValues>,
): RawBuilder<unknown> {
  const isRanked = order.ranked && rank === null;
  const { dear, others } = byPrice(source, conditionsOf(source, slot));
  const { dear: dearElse } = byPrice(source, conditionsOf(source, slot, true));
  const isRest = isRanked
    ? sql`case when rank = 1 then ${ofTicket(allOf(dear))} else ${ofTicket(allOf(dearElse))} end`
    : ofTicket(allOf(dear));
  const all = readSources(source, slot, by, (read, inHead) => {
    const own = isRanked ? sql`${inHead}::int` : rank === null ? null : sql.lit(rank);
    return sql`select ${columnsOf(order, own)} ${read} and ${allOf(others)}`;
  });
  const { named } = order;
  const rest = marks ? comesAfter(order, marks) : sql`true`;
  const inOrder = sql`order by ${orderBy(order)}`;
  return sql`
    select * from (select * from (${named ? withNames(named, all) : all}) t where ${rest} ${inOrder} offset 0) t
    where ${dear.length > 0 ? isRest : sql`true`} ${inOrder} limit ${sql.lit(atMost)}`;
}

/** What comes after a position, within what the order holds. */
function restOf(order: TicketOrder, marks: Part["marks"]): RawBuilder<boolean> {
  return allOf([
    ...(order.holds ? [order.holds] : []),
    ...(marks ? [comesAfter(order, marks)] : []),
  ]);
}

function columnsOf(order: TicketOrder, rank: RawBuilder<unknown> | null): RawBuilder<unknown> {
  const ranked = rank === null ? sql`` : sql`${rank} as rank,`;
  if (order.named) return sql`t.id as page_id, t.id, ${sortIdOf(order.named)}`;
  const keys = sql.join(withoutRank(order).columns.map((column) => column.sql));
  return sql`t.id as page_id, ${ranked} ${keys}`;
}

/** A phrase is searched in messages, so it is checked after all other conditions. */
function byPrice({ terms }: SourceShape, conditions: readonly RawBuilder<boolean>[]) {
  const isDear = (_: unknown, index: number) => terms[index]?.kind === "phrase";
  return {
    dear: conditions.filter(isDear),
    others: conditions.filter((_, index) => !isDear(_, index)),
  };
}

/** Checks the whole ticket of a row that has only its key. */
function ofTicket(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`coalesce((select ${condition} from tickets t where t.id = page_id), false)`;
}
