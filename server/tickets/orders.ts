import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { TicketSort } from "../../shared/tickets.ts";
import type { KeyColumn, Mark, Order } from "../db/keyset.ts";
import type { StoredTicket } from "./row.ts";
import type { Sight } from "./scope.ts";

export interface TicketOrder extends Order {
  /** Where a row stands in this order. */
  mark(row: StoredTicket): Mark;
}

/** How a list is ordered. What a Customer cannot see must not show in an order either. */
export function ticketOrder(sort: TicketSort, descending: boolean, sight: Sight): TicketOrder {
  if (sight === "own" && staffSorts.includes(sort)) {
    throw new AppError("invalid_input", {
      fields: [{ field: "sort", message: "This order is not known." }],
    });
  }
  const order = sight === "own" && sort === "updated" ? publiclyUpdated : orders[sort];
  return { name: sort, descending, ...order };
}

const staffSorts: readonly TicketSort[] = ["waiting", "priority"];

const id: KeyColumn = { sql: sql`t.id`, type: "uuid" };

const orders: Record<TicketSort, Pick<TicketOrder, "columns" | "mark">> = {
  // Ours first, then who has waited longest.
  waiting: {
    columns: [
      { sql: sql`t.waiting_rank`, type: "smallint" },
      { sql: sql`t.waiting_key`, type: "timestamptz" },
      id,
    ],
    mark: (row) => [waitingRank(row), row.waitingSince ?? "infinity", row.id],
  },
  updated: {
    columns: [{ sql: sql`t.updated_at`, type: "timestamptz" }, id],
    mark: (row) => [row.updatedAt, row.id],
  },
  created: {
    columns: [{ sql: sql`t.created_at`, type: "timestamptz" }, id],
    mark: (row) => [row.createdAt, row.id],
  },
  priority: {
    columns: [{ sql: sql`t.priority`, type: "ticket_priority" }, id],
    mark: (row) => [row.priority ?? "normal", row.id],
  },
  number: {
    columns: [{ sql: sql`t.number`, type: "bigint" }],
    mark: (row) => [row.number],
  },
};

const publiclyUpdated: Pick<TicketOrder, "columns" | "mark"> = {
  columns: [{ sql: sql`t.publicly_updated_at`, type: "timestamptz" }, id],
  mark: (row) => [row.updatedAt, row.id],
};

function waitingRank({ waitingFor }: StoredTicket): number {
  if (waitingFor === "us") return 0;
  return waitingFor === "customer" ? 1 : 2;
}
