import type { SavedView, SavedViewCounts } from "../../shared/saved-views.ts";
import { parseQuery } from "../../shared/search/query.ts";
import type { ActorDeps } from "../actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { countUpToCap } from "../tickets/list/count.ts";
import { listingOf } from "../tickets/list/listing.ts";
import { presentView, type StoredView } from "./present.ts";

/** One's own and those that colleagues share, by their names. */
export async function listViews(deps: ActorDeps): Promise<{ views: SavedView[] }> {
  const rows = await storedViews(deps);
  return { views: rows.map((row) => presentView(row, deps.actor)) };
}

/** How many tickets the reader finds in each, as beside the built-in views. */
export async function countSavedViews(deps: ActorDeps): Promise<{ counts: SavedViewCounts }> {
  const counts: SavedViewCounts = {};
  for (const { id, query, timeZone } of await storedViews(deps)) {
    const { terms, problems } = parseQuery(query, "staff");
    // A word of the language that is no more: the view says so when it is opened.
    if (problems.length > 0) counts[id] = null;
    else {
      const listing = await listingOf(deps, terms, timeZone ?? undefined);
      counts[id] = await countUpToCap(deps, listing, timeZone ?? undefined);
    }
  }
  return { counts };
}

async function storedViews({ db, actor }: ActorDeps): Promise<StoredView[]> {
  return await selectViews(db)
    .where((is) => is.or([is("saved_views.owner_id", "=", actor.id), is("shared", "=", true)]))
    .orderBy((order) => order.fn("lower", ["saved_views.name"]))
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
    ]);
}
