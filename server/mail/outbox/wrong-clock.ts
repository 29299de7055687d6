import type { Db } from "../../db/database.ts";

/** Longer than a mail ever waits for its next attempt. */
const longestMs = 65 * 60_000;

/** A mail that was put off while the clock was wrong, perhaps for years, is due again now. */
export async function retryMailsOfWrongClock(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("outgoing_mails")
    .set({ next_attempt_at: now })
    .where("state", "=", "queued")
    .where("next_attempt_at", ">", new Date(now.getTime() + longestMs))
    .execute();
}
