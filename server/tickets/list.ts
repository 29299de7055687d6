import { sql } from "kysely";
import { jobLimits } from "../../shared/jobs.ts";
import { pageLimit } from "../../shared/paging.ts";
import type {
  CompleteInput,
  CountTicketsInput,
  ListTicketsInput,
  NeighboursInput,
  TicketIdsInput,
} from "../../shared/schemas/tickets.ts";
import type { Completions } from "../../shared/search/complete.ts";
import type { Term } from "../../shared/search/terms.ts";
import type { TicketIds } from "../../shared/tickets/bulk.ts";
import type { TicketPage, TicketRow, ViewCounts } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf, sightOf, withSpam } from "../access/scope.ts";
import { termsOfView, viewsOf } from "../access/views.ts";
import { cursorAt, cutPage, type Mark, markOf, readCursor } from "../db/keyset.ts";
import { completeQuery } from "../search/complete.ts";
import { findHits, hasTypedWord } from "../search/hits.ts";
import { lexemesIn } from "../search/match.ts";
import { pathsOf } from "../search/path.ts";
import { type Finder, suggestInstead } from "../search/suggest.ts";
import { countListing, countListings } from "./list/count.ts";
import { type Listing, listingOf, readListing, sortOf, termsOf } from "./list/listing.ts";
import { sortIdOf, type TicketOrder, ticketOrder } from "./list/orders.ts";
import { presentTicket } from "./list/present.ts";
import { emptyPage, type StoredPage, selectIds, selectPage } from "./list/select-page.ts";
import { sourceShape, sourceValues } from "./list/sources.ts";

export async function listTickets(deps: ActorDeps, input: ListTicketsInput): Promise<TicketPage> {
  const listing = await readListing(deps, input);
  const page = await readPage(deps, listing, input);
  if (page.tickets.length > 0 || input.cursor || listing.words === "") return page;
  const instead = await suggestInstead(
    deps,
    termsOf(input.q, listing.sight),
    finderOf(deps, input),
  );
  return instead === null ? page : { ...page, instead };
}

/** Completions at the caret of the search box. */
export async function completeSearch(deps: ActorDeps, input: CompleteInput): Promise<Completions> {
  const anywhere = { view: "all", sort: "updated", descending: true, limit: 1 } as const;
  return await completeQuery(deps, input, finderOf(deps, anywhere));
}

function finderOf(deps: ActorDeps, input: ListTicketsInput): Finder {
  return {
    everywhere: (terms) => firstOf(deps, { ...input, view: "all" }, terms),
    inView: (terms) => firstOf(deps, input, terms),
  };
}

async function firstOf(
  deps: ActorDeps,
  input: ListTicketsInput,
  terms: readonly Term[],
): Promise<string | null> {
  const inView = termsOfView(input.view, sightOf(deps.actor));
  const listing = await listingOf(deps, [...inView, ...terms], input.timeZone);
  return (await readRows(deps, listing, { ...input, limit: 1 })).tickets[0]?.id ?? null;
}

/** The exact number of tickets in a view with a query. */
export async function countTickets(
  deps: ActorDeps,
  input: CountTicketsInput,
): Promise<{ count: number }> {
  return { count: await countListing(deps, await readListing(deps, input), input.timeZone) };
}

/** The counts next to the built-in views, each up to the cap. */
export async function countViews(deps: ActorDeps): Promise<ViewCounts> {
  const sight = sightOf(deps.actor);
  const views = viewsOf(sight);
  const listings: Listing[] = [];
  for (const [index, view] of views.entries()) {
    listings.push(
      await listingOf(deps, termsOfView(view, sight), undefined, { firstValue: index * 100 }),
    );
  }
  const counts = await countListings(deps, listings);
  return Object.fromEntries(views.map((view, index) => [view, counts[index] ?? 0]));
}

async function readPage(
  deps: ActorDeps,
  listing: Listing,
  input: ListTicketsInput,
): Promise<TicketPage> {
  const { reading, words } = listing;
  const { tickets: rows, names, nextCursor } = await readRows(deps, listing, input);
  const hits = words && rows.length > 0 ? await findHits(deps, rows, reading, words) : null;
  const tickets = rows.map((row) => {
    const ticket = presentTicket(row, names, deps.actor.id);
    const hit = hits?.get(row.id);
    return hit ? { ...ticket, hit } : ticket;
  });
  const isRanked = sortOf(listing, input.sort) === "relevance" && !input.cursor;
  return { tickets: isRanked ? exactFirst(tickets, words) : tickets, nextCursor };
}

/** On the first page, tickets with a word as it was typed come before those with other endings. */
function exactFirst(tickets: TicketRow[], words: string): TicketRow[] {
  const isExact = ({ hit, subject }: TicketRow) =>
    Boolean(hit && hasTypedWord(hit, subject, words));
  return [...tickets.filter(isExact), ...tickets.filter((ticket) => !isExact(ticket))];
}

async function readRows(
  { db, actor, now }: ActorDeps,
  listing: Listing,
  { sort: asked, descending, limit, cursor, timeZone }: ListTicketsInput,
): Promise<StoredPage & { nextCursor: string | null }> {
  const sort = sortOf(listing, asked);
  const order = ticketOrder({ sort, descending }, listing.sight);
  const mark = cursor ? readCursor(order, cursor) : null;
  if (listing.nothing) return { ...emptyPage, nextCursor: null };
  const { tickets, names } = await selectPage(
    db,
    {
      source: sourceShape(listing),
      paths: listing.words ? pathsOf(listing, limit + 1) : null,
      sort,
      descending,
      after: mark && (order.ranked ? Number(mark[0]) : true),
      atMost: 1 + (limit > pageLimit.default ? pageLimit.max : pageLimit.default),
    },
    {
      ...sourceValues(listing, { userId: actor.id, now, timeZone }),
      mark0: mark?.[0],
      mark1: mark?.[1],
      mark2: mark?.[2],
      limit: limit + 1,
    },
  );
  const { rows, nextCursor } = cutPage(order, limit, tickets);
  return { tickets: rows, names, nextCursor };
}

/** The ids of a list's tickets, up to the limit of a bulk action. */
export async function listTicketIds(deps: ActorDeps, input: TicketIdsInput): Promise<TicketIds> {
  const { db, actor, now } = deps;
  const listing = await readListing(deps, input);
  if (listing.nothing) return { ids: [], more: false };
  const limit = jobLimits.items + 1;
  const found = await selectIds(
    db,
    {
      source: sourceShape(listing),
      paths: listing.words ? pathsOf(listing, limit) : null,
      sort: sortOf(listing, input.sort),
      descending: input.descending,
      after: null,
      atMost: limit,
    },
    { ...sourceValues(listing, { userId: actor.id, now, timeZone: input.timeZone }), limit },
  );
  const ids = found.slice(0, jobLimits.items).map(({ id }) => id);
  return { ids, more: found.length > jobLimits.items };
}

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
