import type { Db } from "../db/database.ts";

const keptMs = 90 * 24 * 60 * 60_000;

/** What nobody has gone on with for so long is not wanted any more. */
export async function sweepDrafts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  await db.deleteFrom("drafts").where("updated_at", "<", before).execute();
}
