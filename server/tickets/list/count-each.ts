import { sql } from "kysely";
import { viewCountCap } from "../../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { isTimeout } from "../../db/connection/client.ts";
import { keepStatement } from "../../db/statement.ts";
import { pathsOf } from "../../search/path.ts";
import { type CountShape, cappedCount } from "./count.ts";
import type { Listing } from "./listing.ts";
import { sourceShape, sourceValues } from "./sources.ts";

export interface Counted {
  listing: Listing;
  timeZone: string | undefined;
}

/** In one statement: on a large desk each may take a while, and a statement has its deadline. */
const countedTogether = 10;
/** After so many statements were stopped, the rest is left for the next time. */
const stoppedAtMost = 3;

/** Up to the cap; or why there is none: its own statement was stopped, or it was not tried. */
type CountOrReason = number | "too-slow" | "not-tried";

/** Counts any queries, several in one statement; those of a statement that was stopped alone. */
export async function countEach(
  deps: ActorDeps,
  asked: readonly Counted[],
): Promise<CountOrReason[]> {
  let stopped = 0;
  async function count(some: readonly Counted[]): Promise<CountOrReason[]> {
    if (stopped >= stoppedAtMost) return some.map(() => "not-tried");
    try {
      return await countSome(deps, some);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      stopped += 1;
      return some.length === 1 ? ["too-slow"] : await inParts(some, 1);
    }
  }
  async function inParts(all: readonly Counted[], size: number): Promise<CountOrReason[]> {
    const counts: CountOrReason[] = [];
    for (let from = 0; from < all.length; from += size) {
      counts.push(...(await count(all.slice(from, from + size))));
    }
    return counts;
  }
  return await inParts(asked, countedTogether);
}

async function countSome(
  { db, actor, now }: ActorDeps,
  asked: readonly Counted[],
): Promise<number[]> {
  const shapes: CountShape[] = asked.map(({ listing }) => ({
    source: sourceShape(listing),
    paths: listing.words ? pathsOf(listing, viewCountCap) : null,
  }));
  const values = asked.flatMap(({ listing, timeZone }, index) =>
    Object.entries(sourceValues(listing, { userId: actor.id, now, timeZone })).map(
      ([name, value]) => [ownName(index, name), value] as const,
    ),
  );
  const [found] = await selectCounts(db, shapes, Object.fromEntries(values));
  return asked.map(({ listing }, index) => (listing.nothing ? 0 : (found?.counts[index] ?? 0)));
}

const selectCounts = keepStatement<CountShape[], Record<string, unknown>, { counts: number[] }>(
  (shapes, slot) => {
    const counts = shapes.map(
      (shape, index) => sql`(${cappedCount(shape, (name) => slot(ownName(index, name)))})`,
    );
    return sql`select json_build_array(${sql.join(counts)}) as counts`;
  },
);

/** What one query is run with is not taken for another's. */
function ownName(index: number, name: string): string {
  return `${index} ${name}`;
}
