import type { Role } from "../../shared/access.ts";
import { type SavedView, type SavedViewCounts, savedViewLimits } from "../../shared/saved-views.ts";
import { parseQuery } from "../../shared/search/query.ts";
import type { Term } from "../../shared/search/terms.ts";
import { type TicketSort, ticketSorts } from "../../shared/tickets/vocabulary.ts";
import { fullName } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { canChangeOwned, isOwnerDeleted } from "../can-change-owned.ts";
import type { Db, Tx } from "../db/database.ts";
import { findNames } from "../search/names.ts";
import { type Counted, countEach } from "../tickets/list/count-each.ts";
import { listingOf } from "../tickets/list/listing.ts";

/** The reader's own views and those that colleagues share, by name. */
export async function listViews(deps: ActorDeps): Promise<{ views: SavedView[] }> {
  const rows = await storedViews(deps);
  return { views: rows.map((row) => presentView(row, deps.actor)) };
}

/**
 * How many tickets the reader finds in each view, as next to the built-in views: their own first, then
 * shared ones up to a limit.
 */
export async function countSavedViews(deps: ActorDeps): Promise<{ counts: SavedViewCounts }> {
  const counts: SavedViewCounts = {};
  const readable: { view: StoredView; terms: readonly Term[] }[] = [];
  for (const view of mostOwn(await storedViews(deps), deps.actor.id)) {
    const { terms, problems } = parseQuery(view.query, "staff");
    // A query that is no longer understood: the view says so when it is opened.
    if (problems.length > 0 || isCountPaused(view, deps.now)) counts[view.id] = null;
    else readable.push({ view, terms });
  }
  const all = readable.flatMap(({ terms }) => terms);
  const names = await findNames(deps.db, all, deps.actor);
  const asked: Counted[] = [];
  for (const { view, terms } of readable) {
    const timeZone = view.timeZone ?? undefined;
    asked.push({ listing: await listingOf(deps, terms, timeZone, { names }), timeZone });
  }
  const found = await countEach(deps, asked);
  for (const [index, { view }] of readable.entries()) {
    const count = found[index] ?? "not-tried";
    counts[view.id] = typeof count === "number" ? count : null;
    if (count === "too-slow") await pauseCount(deps, view);
  }
  return { counts };
}

const countPauseMs = 60 * 60_000;

function isCountPaused({ countPausedUntil }: StoredView, now: Date): boolean {
  return countPausedUntil !== null && countPausedUntil > now;
}

/** Unless its query was changed since it was read: that one may be quick. */
async function pauseCount({ db, now }: ActorDeps, { id, query }: StoredView): Promise<void> {
  await db
    .updateTable("saved_views")
    .set({ count_paused_until: new Date(now.getTime() + countPauseMs) })
    .where("id", "=", id)
    .where("query", "=", query)
    .execute();
}

function mostOwn(views: readonly StoredView[], ownerId: string): StoredView[] {
  const isOwn = (view: StoredView) => view.ownerId === ownerId;
  const own = views.filter(isOwn);
  return [...own, ...views.filter((view) => !isOwn(view))].slice(0, savedViewLimits.counted);
}

async function storedViews({ db, actor }: ActorDeps): Promise<StoredView[]> {
  return await selectViews(db)
    .where((is) => is.or([is("saved_views.owner_id", "=", actor.id), is("shared", "=", true)]))
    .orderBy((order) => order.fn("in_order", ["saved_views.name"]))
    .orderBy("saved_views.id")
    .execute();
}

export function selectViews(db: Db | Tx) {
  return db
    .selectFrom("saved_views")
    .innerJoin("users", "users.id", "saved_views.owner_id")
    .select([
      "saved_views.id",
      "saved_views.owner_id as ownerId",
      "users.first_name as firstName",
      "users.last_name as lastName",
      "saved_views.name",
      "saved_views.query",
      "saved_views.time_zone as timeZone",
      "saved_views.sort",
      "saved_views.descending",
      "saved_views.shared",
      "saved_views.count_paused_until as countPausedUntil",
      isOwnerDeleted.as("isOwnerDeleted"),
    ]);
}

export interface StoredView {
  id: string;
  ownerId: string;
  firstName: string;
  lastName: string;
  name: string;
  query: string;
  timeZone: string | null;
  sort: string | null;
  descending: boolean | null;
  shared: boolean;
  countPausedUntil: Date | null;
  isOwnerDeleted: boolean;
}

export function presentView(row: StoredView, reader: { id: string; role: Role }): SavedView {
  return {
    id: row.id,
    name: row.name,
    q: row.query,
    timeZone: row.timeZone,
    sort: ticketSorts.find((sort): sort is TicketSort => sort === row.sort) ?? null,
    descending: row.descending,
    shared: row.shared,
    mine: row.ownerId === reader.id,
    owner: fullName({ firstName: row.firstName, lastName: row.lastName }),
    canChange: canChangeOwned(reader, row),
  };
}
