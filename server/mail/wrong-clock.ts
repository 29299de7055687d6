import type { Db } from "../db/database.ts";

/** Longer than a mail or a mailbox ever waits for its next attempt. */
const longestMs = 65 * 60_000;

/** What was put off while the clock was wrong, perhaps for years, is due again now. */
export async function retryAfterWrongClock(db: Db, now: Date): Promise<void> {
  const last = new Date(now.getTime() + longestMs);
  await db
    .updateTable("outgoing_mails")
    .set({ next_attempt_at: now })
    .where("state", "=", "queued")
    .where("next_attempt_at", ">", last)
    .execute();
  await db
    .updateTable("inbound_mails")
    .set({ next_attempt_at: now })
    .where("state", "=", "stored")
    .where("next_attempt_at", ">", last)
    .execute();
  await db
    .updateTable("mailboxes")
    .set({ next_attempt_at: now })
    .where("next_attempt_at", ">", last)
    .execute();
}
