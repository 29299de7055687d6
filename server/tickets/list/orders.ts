import { type RawBuilder, sql } from "kysely";
import { refuseInput } from "../../../shared/errors.ts";
import type { TicketSort } from "../../../shared/tickets/vocabulary.ts";
import type { KeyColumn, Mark, Order } from "../../db/keyset.ts";
import type { Sight } from "../scope.ts";
import type { StoredTicket } from "./row.ts";

export interface TicketOrder extends Order {
  /** Those with the words in their head stand before the others. */
  ranked: boolean;
  /** What holds for all that it orders, where its index has only those. */
  holds?: RawBuilder<boolean>;

  /** Where a row stands in this order. */
  mark(row: StoredTicket): Mark;
}

/** How a list is ordered. What a Customer cannot see must not show in an order either. */
export function ticketOrder(
  { sort, descending }: { sort: TicketSort; descending: boolean },
  sight: Sight,
): TicketOrder {
  if (sight === "own" && staffSorts.includes(sort)) {
    throw refuseInput("sort", "This order is not known.");
  }
  if (sort === "relevance") {
    const { columns, mark } = byUpdate(sight);
    return {
      ...{ name: sort, ranked: true, descending },
      columns: [{ sql: sql`t.rank`, type: "smallint", most: 1 }, ...columns],
      mark: (row) => [row.rank ?? 0, ...mark(row)],
    };
  }
  const order = sort === "updated" ? byUpdate(sight) : orders[sort];
  return { name: sort, ranked: false, descending, ...order };
}

/** As those of one rank are ordered. */
export function withoutRank(order: TicketOrder): TicketOrder {
  return order.ranked ? { ...order, ranked: false, columns: order.columns.slice(1) } : order;
}

function byUpdate(sight: Sight) {
  return sight === "own" ? publiclyUpdated : orders.updated;
}

const staffSorts: readonly TicketSort[] = ["waiting", "priority", "snoozed"];

const id: KeyColumn = { sql: sql`t.id`, type: "uuid" };

type KeysOf = Pick<TicketOrder, "columns" | "mark" | "holds">;

const orders: Record<Exclude<TicketSort, "relevance">, KeysOf> = {
  // Ours first, then who has waited longest.
  waiting: {
    columns: [
      { sql: sql`t.waiting_rank`, type: "smallint" },
      { sql: sql`t.waiting_key`, type: "timestamptz" },
      id,
    ],
    mark: (row) => [
      waitingRank(row),
      row.waitingSince ? inUtc(row.waitingSince) : "infinity",
      row.id,
    ],
  },
  updated: {
    columns: [{ sql: sql`t.updated_at`, type: "timestamptz" }, id],
    mark: (row) => [inUtc(row.updatedAt), row.id],
  },
  created: {
    columns: [{ sql: sql`t.created_at`, type: "timestamptz" }, id],
    mark: (row) => [inUtc(row.createdAt), row.id],
  },
  priority: {
    columns: [{ sql: sql`t.priority`, type: "ticket_priority" }, id],
    mark: (row) => [row.priority ?? "normal", row.id],
  },
  number: {
    columns: [{ sql: sql`t.number`, type: "bigint" }],
    mark: (row) => [row.number],
  },
  // Asked only of what is.
  snoozed: {
    columns: [{ sql: sql`t.snoozed_until`, type: "timestamptz" }, id],
    holds: sql`t.snoozed_until is not null`,
    mark: (row) => [inUtc(row.snoozedUntil ?? ""), row.id],
  },
};

const publiclyUpdated: KeysOf = {
  columns: [{ sql: sql`t.publicly_updated_at`, type: "timestamptz" }, id],
  mark: (row) => [inUtc(row.updatedAt), row.id],
};

function waitingRank({ waitingFor }: StoredTicket): number {
  if (waitingFor === "us") return 0;
  return waitingFor === "customer" ? 1 : 2;
}

/** A time of a row says no zone. */
function inUtc(time: string): string {
  return `${time}Z`;
}
