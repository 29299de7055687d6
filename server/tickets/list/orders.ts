import { type RawBuilder, sql } from "kysely";
import { refuseInput } from "../../../shared/errors.ts";
import type { TicketSort } from "../../../shared/tickets/vocabulary.ts";
import type { Sight } from "../../access/scope.ts";
import type { KeyColumn, Mark, Order } from "../../db/keyset.ts";
import type { StoredTicket } from "./row.ts";

export interface TicketOrder extends Order {
  /** Tickets with the words in their head come first. */
  ranked: boolean;
  /** The names it sorts by are in another table: all tickets are read, and then sorted. */
  named?: NamedBy;
  /** The condition of the order's partial index, if it has one. */
  holds?: RawBuilder<boolean>;

  /** The position of a row in this order. */
  mark(row: StoredTicket): Mark;
}

interface NamedBy {
  table: "users" | "companies";
  /** Whose name it is, in the ticket `t`. */
  id: RawBuilder<unknown>;
}

/** The order of a list. It must not reveal to Customers what they cannot see. */
export function ticketOrder(
  { sort, descending }: { sort: TicketSort; descending: boolean },
  sight: Sight,
): TicketOrder {
  if (sight === "own" && !customerSorts.includes(sort)) {
    throw refuseInput("sort", "This order doesn't exist.");
  }
  if (sort === "relevance") {
    const { columns, mark } = byUpdate(sight);
    return {
      name: sort,
      ranked: true,
      descending,
      columns: [{ sql: sql`t.rank`, type: "smallint", most: 1 }, ...columns],
      mark: (row) => [row.rank ?? 0, ...mark(row)],
    };
  }
  const order = sort === "updated" ? byUpdate(sight) : orders[sort];
  return { name: sort, ranked: false, descending, ...order };
}

/** The order within one rank. */
export function withoutRank(order: TicketOrder): TicketOrder {
  return order.ranked ? { ...order, ranked: false, columns: order.columns.slice(1) } : order;
}

function byUpdate(sight: Sight) {
  return sight === "own" ? publiclyUpdated : orders.updated;
}

/** The orders of the list of a Customer. */
const customerSorts: readonly TicketSort[] = ["updated", "created", "number", "relevance"];

const id: KeyColumn = { sql: sql`t.id`, type: "uuid" };

type KeysOf = Pick<TicketOrder, "columns" | "mark" | "holds" | "named">;

const orders: Record<Exclude<TicketSort, "relevance">, KeysOf> = {
  // Those waiting for us first, then longest waiting.
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
  resolved: byDate(sql`t.last_resolved_at`, (row) => row.resolvedAt),
  closed: byDate(sql`t.closed_at`, (row) => row.closedAt),
  priority: {
    columns: [{ sql: sql`t.priority`, type: "ticket_priority" }, id],
    mark: (row) => [row.priority ?? "normal", row.id],
  },
  status: {
    columns: [{ sql: sql`t.status`, type: "ticket_status" }, id],
    mark: (row) => [row.status, row.id],
  },
  requester: byName("users", sql`t.requester_id`, (row) => row.requesterId),
  company: byName("companies", sql`t.company_id`, (row) => row.companyId),
  assignee: byName("users", sql`t.assignee_id`, (row) => row.assigneeId),
  number: {
    columns: [{ sql: sql`t.number`, type: "bigint" }],
    mark: (row) => [row.number],
  },
  // Only for snoozed tickets.
  snoozed: {
    columns: [{ sql: sql`t.snoozed_until`, type: "timestamptz" }, id],
    holds: sql`t.snoozed_until is not null`,
    mark: (row) => [inUtc(row.snoozedUntil ?? ""), row.id],
  },
};

/** Tickets without the date are sorted before the oldest. */
function byDate(
  column: RawBuilder<unknown>,
  dateOf: (row: StoredTicket) => string | null | undefined,
): KeysOf {
  return {
    columns: [{ sql: column, type: "timestamptz", ifNull: "-infinity" }, id],
    mark: (row) => {
      const date = dateOf(row);
      return [date ? inUtc(date) : "-infinity", row.id];
    },
  };
}

/** Tickets of no one come first. Those of two people with the same name stay apart. */
function byName(
  table: NamedBy["table"],
  id: RawBuilder<unknown>,
  idOf: (row: StoredTicket) => string | null,
): KeysOf {
  return {
    named: { table, id },
    columns: [
      { sql: sql`t.sort_name`, type: "text" },
      { sql: sql`t.sort_id`, type: "uuid" },
      { sql: sql`t.id`, type: "uuid" },
    ],
    mark: (row) => [row.sortName ?? "", idOf(row) ?? noId, row.id],
  };
}

const noId = "00000000-0000-0000-0000-000000000000";

/** The columns that tickets are found with, for `withNames`. */
export function sortIdOf({ id }: NamedBy): RawBuilder<unknown> {
  return sql`coalesce(${id}, ${sql.lit(noId)}::uuid) as sort_id`;
}

/** Adds the name to each of the tickets that have a `sort_id`. */
export function withNames({ table }: NamedBy, tickets: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select found.*, coalesce(named.folded_name, '') collate "C" as sort_name
    from (${tickets} offset 0) found
    left join ${sql.table(table)} named on named.id = found.sort_id`;
}

const publiclyUpdated: KeysOf = {
  columns: [{ sql: sql`t.publicly_updated_at`, type: "timestamptz" }, id],
  mark: (row) => [inUtc(row.updatedAt), row.id],
};

function waitingRank({ waitingFor }: StoredTicket): number {
  if (waitingFor === "us") return 0;
  return waitingFor === "customer" ? 1 : 2;
}

/** Times of a row have no zone. */
function inUtc(time: string): string {
  return `${time}Z`;
}
