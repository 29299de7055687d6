import { type SavedView, type SavedViewCounts, savedViewLimits } from "../../shared/saved-views.ts";
import { parseQuery } from "../../shared/search/query.ts";
import type { Term } from "../../shared/search/terms.ts";
import type { ActorDeps } from "../actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { ownerIsGone } from "../may-change.ts";
import { findNames } from "../search/names.ts";
import { type Counted, countEach } from "../tickets/list/count-each.ts";
import { listingOf } from "../tickets/list/listing.ts";
import { presentView, type StoredView } from "./present.ts";

/** One's own and those that colleagues share, by their names. */
export async function listViews(deps: ActorDeps): Promise<{ views: SavedView[] }> {
  const rows = await storedViews(deps);
  return { views: rows.map((row) => presentView(row, deps.actor)) };
}

/**
 * How many tickets the reader finds in each, as beside the built-in views: in one's own, and as long
 * as there are not too many, in those that colleagues share.
 */
export async function countSavedViews(deps: ActorDeps): Promise<{ counts: SavedViewCounts }> {
  const counts: SavedViewCounts = {};
  const readable: { id: string; terms: readonly Term[]; timeZone: string | undefined }[] = [];
  for (const { id, query, timeZone } of mostOwn(await storedViews(deps), deps.actor.id)) {
    const { terms, problems } = parseQuery(query, "staff");
    // A word of the language that is no more: the view says so when it is opened.
    if (problems.length > 0) counts[id] = null;
    else readable.push({ id, terms, timeZone: timeZone ?? undefined });
  }
  const all = readable.flatMap(({ terms }) => terms);
  const names = await findNames(deps.db, all, deps.actor);
  const asked: Counted[] = [];
  for (const { terms, timeZone } of readable) {
    asked.push({ listing: await listingOf(deps, terms, timeZone, { names }), timeZone });
  }
  const found = await countEach(deps, asked);
  for (const [index, { id }] of readable.entries()) counts[id] = found[index] ?? 0;
  return { counts };
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
      ownerIsGone.as("ownerIsGone"),
    ]);
}
