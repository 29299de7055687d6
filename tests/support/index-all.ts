import type { Db } from "../../server/db/database.ts";
import { indexSome, rebuildSome } from "../../server/search/worker.ts";

/** Until nothing waits. */
export async function indexAll(db: Db): Promise<void> {
  while ((await indexSome(db, 200)) > 0 || (await rebuildSome(db, 200)) > 0) {}
}
