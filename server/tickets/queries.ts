import { type RawBuilder, sql } from "kysely";
import { pageLimit } from "../../shared/paging.ts";
import type { CountTicketsInput, ListTicketsInput } from "../../shared/schemas/tickets.ts";
import {
  type TicketPage,
  type TicketSort,
  type TicketView,
  type ViewCounts,
  viewCountCap,
} from "../../shared/tickets.ts";
import type { ActorDeps } from "../actor.ts";
import { comesAfter, cutPage, orderBy, readCursor } from "../db/keyset.ts";
import { keepStatement, type Slot } from "../db/statement.ts";
import { ticketOrder } from "./orders.ts";
import { presentTicket } from "./present.ts";
import { rowColumns, rowJoins, type StoredTicket } from "./row.ts";
import { companiesSeenWhole, inParts, type Scope, type Sight, sightOf } from "./scope.ts";
import { assertHasView, isGathered, isInView, viewsOf } from "./views.ts";
import { matches, readSearch, type Search, type WordValues, wordValues } from "./words.ts";

export async function listTickets(deps: ActorDeps, input: ListTicketsInput): Promise<TicketPage> {
  const { view, sort, descending, limit, cursor } = input;
  const sight = sightOf(deps.actor);
  assertHasView(sight, view);
  const order = ticketOrder(sort, descending, sight);
  const mark = cursor ? readCursor(order, cursor) : [];
  const search = readSearch(input.search);

  const found = await selectPage(
    deps.db,
    {
      ...{ sight, view, sort, descending },
      continues: mark.length > 0,
      search: searchShape(search),
      atMost: 1 + (limit > pageLimit.default ? pageLimit.max : pageLimit.default),
    },
    {
      ...scopeValues(deps),
      ...wordValues(search),
      mark0: mark[0],
      mark1: mark[1],
      mark2: mark[2],
      limit: limit + 1,
    },
  );
  const { rows, nextCursor } = cutPage(order, limit, found);
  return { tickets: rows.map((row) => presentTicket(row, deps.actor.id)), nextCursor };
}

/** All that a view and a search find, exactly. */
export async function countTickets(
  deps: ActorDeps,
  input: CountTicketsInput,
): Promise<{ count: number }> {
  const sight = sightOf(deps.actor);
  assertHasView(sight, input.view);
  const search = readSearch(input.search);
  const [found] = await selectCount(
    deps.db,
    { sight, view: input.view, search: searchShape(search) },
    { ...scopeValues(deps), ...wordValues(search) },
  );
  return { count: found?.count ?? 0 };
}

/** What stands beside the views, each counted up to the cap only. */
export async function countViews(deps: ActorDeps): Promise<ViewCounts> {
  const [found] = await selectViewCounts(deps.db, sightOf(deps.actor), scopeValues(deps));
  return found?.counts ?? {};
}

interface ScopeValues {
  userId: string;
  companyIds: readonly string[];
  now: Date;
}

function scopeValues({ actor, now }: ActorDeps): ScopeValues {
  return { userId: actor.id, companyIds: companiesSeenWhole(actor), now };
}

interface SearchShape {
  words: number;
  number: boolean;
}

function searchShape({ words, number }: Search): SearchShape {
  return { words: words.length, number: number !== null };
}

interface PageShape {
  sight: Sight;
  view: TicketView;
  sort: TicketSort;
  descending: boolean;
  continues: boolean;
  search: SearchShape;
  /** Written into the text: with a limit it does not know, Postgres plans for a tenth of all. */
  atMost: number;
}

interface PageValues extends ScopeValues, WordValues {
  mark0?: string;
  mark1?: string;
  mark2?: string;
  limit: number;
}

const selectPage = keepStatement<PageShape, PageValues, StoredTicket>((shape, slot) => {
  const { sight, view, sort, descending, continues, search, atMost } = shape;
  const order = ticketOrder(sort, descending, sight);
  const keys = sql.join(order.columns.map((column) => column.sql));
  const marks = [slot("mark0"), slot("mark1"), slot("mark2")];
  const inView = isInView(view, sight, { userId: slot("userId"), now: slot("now") });
  const found = sql`${matches(search, slot)} ${continues ? sql`and ${comesAfter(order, marks)}` : sql``}`;
  const upTo = sql`order by ${orderBy(order)} limit ${sql.lit(atMost)}`;

  const firstOf = (part: RawBuilder<unknown>) =>
    isGathered(view, sight)
      ? sql`select t.id as page_id, ${keys}
          from (select t.* ${part} and ${inView} offset 0) t where ${found} ${upTo}`
      : sql`select t.id as page_id, ${keys} ${part} and ${inView} and ${found} ${upTo}`;
  return sql`
    select ${rowColumns(sight)}
    from (
      select t.page_id from (${inParts(scopeIn(sight, slot), firstOf)}) t
      order by ${orderBy(order)} limit ${slot("limit")}::int
    ) page
    join tickets t on t.id = page.page_id ${rowJoins(sight)}
    order by ${orderBy(order)}`;
});

const selectCount = keepStatement<
  { sight: Sight; view: TicketView; search: SearchShape },
  ScopeValues & WordValues,
  { count: number }
>(({ sight, view, search }, slot) => {
  const inView = isInView(view, sight, { userId: slot("userId"), now: slot("now") });
  return sql`
    select coalesce(sum(part.count), 0)::bigint as count from (
      ${inParts(
        scopeIn(sight, slot),
        (part) => sql`select count(*) as count ${part} and ${inView} and ${matches(search, slot)}`,
      )}
    ) part`;
});

const selectViewCounts = keepStatement<Sight, ScopeValues, { counts: ViewCounts }>(
  (sight, slot) => {
    const values = { userId: slot("userId"), now: slot("now") };
    const cap = sql.lit(viewCountCap);
    const counts = viewsOf(sight).map((view): RawBuilder<unknown> => {
      const found = inParts(
        scopeIn(sight, slot),
        (part) => sql`select 1 ${part} and ${isInView(view, sight, values)} limit ${cap}`,
      );
      return sql`${sql.lit(view)}, (select count(*) from (select from (${found}) t limit ${cap}) t)`;
    });
    return sql`select json_build_object(${sql.join(counts)}) as counts`;
  },
);

function scopeIn<Values extends ScopeValues>(sight: Sight, slot: Slot<Values>): Scope {
  return { sight, userId: slot("userId"), companyIds: slot("companyIds") };
}
