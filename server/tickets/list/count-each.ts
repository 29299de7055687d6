import { sql } from "kysely";
import { viewCountCap } from "../../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../../actor.ts";
import { keepStatement } from "../../db/statement.ts";
import { pathsOf } from "../../search/path.ts";
import { type CountShape, cappedCount } from "./count.ts";
import type { Listing } from "./listing.ts";
import { sourceShape, sourceValues } from "./sources.ts";

export interface Counted {
  listing: Listing;
  timeZone: string | undefined;
}

/** So many in one statement: on a large desk each may take a while, and a statement has its deadline. */
const countedAtOnce = 10;

/** Of whatever queries, each up to the cap. */
export async function countEach(deps: ActorDeps, asked: readonly Counted[]): Promise<number[]> {
  const counts: number[] = [];
  for (let from = 0; from < asked.length; from += countedAtOnce) {
    counts.push(...(await countSome(deps, asked.slice(from, from + countedAtOnce))));
  }
  return counts;
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
