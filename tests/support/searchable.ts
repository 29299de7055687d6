import type { Db } from "../../server/db/database.ts";

/** Words are found once the server's worker has read them. */
export async function searchable(db: Db): Promise<void> {
  for (;;) {
    const waiting = await db.selectFrom("ticket_search_queue").select("id").limit(1).execute();
    if (waiting.length === 0) return;
    await Bun.sleep(20);
  }
}
