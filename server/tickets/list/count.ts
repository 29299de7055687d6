import { type RawBuilder, sql } from "kysely";
import { viewCountCap } from "../../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { keepStatement, type Slot } from "../../db/statement.ts";
import { type Paths, pathsOf } from "../../search/path.ts";
import type { Listing } from "./listing.ts";
import {
  allOf,
  conditionsOf,
  readSources,
  type SourceShape,
  type SourceValues,
  sourceShape,
  sourceValues,
} from "./sources.ts";

export async function countListing(
  { db, actor, now }: ActorDeps,
  listing: Listing,
  timeZone?: string,
): Promise<number> {
  if (listing.nothing) return 0;
  const [found] = await selectCount(
    db,
    { source: sourceShape(listing), paths: listing.words ? pathsOf(listing, null) : null },
    sourceValues(listing, { userId: actor.id, now, timeZone }),
  );
  return found?.count ?? 0;
}

/** Counts queries without words in one statement, each up to the cap. */
export async function countListings(
  { db, actor, now }: ActorDeps,
  listings: readonly Listing[],
): Promise<number[]> {
  const values = listings.map((listing) => sourceValues(listing, { userId: actor.id, now }));
  const [found] = await selectCounts(db, listings.map(sourceShape), Object.assign({}, ...values));
  return found?.counts ?? [];
}

export interface CountShape {
  source: SourceShape;
  paths: Paths | null;
}

const selectCount = keepStatement<CountShape, SourceValues, { count: number }>(
  ({ source, paths }, slot) => {
    const conditions = allOf(conditionsOf(source, slot));
    return sql`
      select coalesce(sum(part.count), 0)::bigint as count from (
        ${readSources(
          source,
          slot,
          paths && { vector: "body", path: paths.body, some: false },
          (part) => sql`select count(*) as count ${part} and ${conditions}`,
        )}
      ) part`;
  },
);

const selectCounts = keepStatement<SourceShape[], SourceValues, { counts: number[] }>(
  (sources, slot) => {
    const counts = sources.map((source) => sql`(${cappedCount({ source, paths: null }, slot)})`);
    return sql`select json_build_array(${sql.join(counts)}) as counts`;
  },
);

export function cappedCount(
  { source, paths }: CountShape,
  slot: Slot<SourceValues>,
): RawBuilder<unknown> {
  const cap = sql.lit(viewCountCap);
  const conditions = allOf(conditionsOf(source, slot));
  const by = paths && { vector: "body" as const, path: paths.body, some: true };
  const found = readSources(
    source,
    slot,
    by,
    (part) => sql`select 1 ${part} and ${conditions} limit ${cap}`,
  );
  return sql`select count(*)::int from (select from (${found}) t limit ${cap}) t`;
}
