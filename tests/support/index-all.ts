import type { Db } from "../../server/db/database.ts";
import { indexSome, pairSome, rebuildSome } from "../../server/search/queue.ts";

/** Until nothing waits. */
export async function indexAll(db: Db): Promise<void> {
  const step = async () =>
    (await indexSome(db, 200)) || (await rebuildSome(db, 200)) || (await pairSome(db, 200));
  while ((await step()) > 0) {}
}
