import { sql } from "kysely";
import type { NeighboursInput } from "../../shared/schemas/ticket-neighbours.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf, withSpam } from "../access/scope.ts";
import { cursorAt, type Mark, markOf } from "../db/keyset.ts";
import { lexemesIn } from "../search/match.ts";
import { type Listing, readListing, sortOf } from "./list/listing.ts";
import { sortIdOf, type TicketOrder, ticketOrder } from "./list/orders.ts";
import { listTickets } from "./list.ts";

interface Neighbours {
  previous: number | null;
  next: number | null;
}

/**
 * The previous and next ticket in the list that the reader came from. If the ticket has left that
 * list, for example because it was resolved, the tickets around its former position.
 */
export async function findNeighbours(
  deps: ActorDeps,
  { number, ...list }: NeighboursInput,
): Promise<Neighbours> {
  const found = await neighboursIn(deps, list, number);
  if (!list.q || found === null || found.previous !== null || found.next !== null) {
    return found ?? none;
  }
  // The list shows the results of the corrected query.
  const { instead } = await listTickets(deps, { ...list, limit: 1 });
  if (instead === undefined) return found;
  return (await neighboursIn(deps, { ...list, q: instead }, number)) ?? none;
}

const none: Neighbours = { previous: null, next: null };

/** Null for a ticket that the reader cannot see. */
async function neighboursIn(
  deps: ActorDeps,
  list: Omit<NeighboursInput, "number">,
  number: number,
): Promise<Neighbours | null> {
  const listing = await readListing(deps, list);
  const order = ticketOrder({ ...list, sort: sortOf(listing, list.sort) }, listing.sight);
  const mark = await findMark(deps, order, listing, number);
  if (!mark) return null;
  const firstAfter = async (descending: boolean) => {
    const cursor = cursorAt({ ...order, descending }, mark);
    const page = await listTickets(deps, { ...list, descending, cursor, limit: 1 });
    return page.tickets[0]?.number ?? null;
  };
  const next = await firstAfter(list.descending);
  const previous = await firstAfter(!list.descending);
  return { previous, next };
}

async function findMark(
  { db, actor }: ActorDeps,
  order: TicketOrder,
  { sight, words, probe }: Listing,
  number: number,
): Promise<Mark | null> {
  const { changing } = probe;
  const isInHead = lexemesIn({ sight, changing }, sql`${words}::text`, { vector: "head" });
  const rank = order.ranked ? sql`${isInHead}::int` : sql`0`;
  const { rows } = await sql<{ mark: (Mark[number] | null)[] }>`
    select ${markOf(order)} as mark
    from (
      select t.*, ${rank} as rank ${nameIn(order)} from tickets t
      where t.number = ${number}::bigint and ${isSeen(withSpam(scopeOf(actor)))}
    ) t`.execute(db);
  // A ticket that is no longer snoozed comes before all others.
  return rows[0]?.mark.map((key) => key ?? "-infinity") ?? null;
}

function nameIn({ named }: TicketOrder) {
  if (!named) return sql``;
  const name = sql`select folded_name from ${sql.table(named.table)} where id = ${named.id}`;
  return sql`, ${sortIdOf(named)}, coalesce((${name}), '') as sort_name`;
}
