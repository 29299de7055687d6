import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import { addEvent } from "../mailbox-events.ts";

/** Of a mailbox that sends, or whose settings were changed. */
export const noSendFailure = {
  send_error: null,
  send_failing_since: null,
  send_failed_at: null,
  send_failure_notified_at: null,
} as const;

/** The mailbox's own mail server takes no mail. */
export async function recordSendFailure(
  db: Db,
  mailboxId: string,
  words: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isOther: boolean }>`
      with before as (select * from mailboxes where id = ${mailboxId}::uuid for no key update)
      update mailboxes box set send_error = ${words}, send_failed_at = ${now}::timestamptz,
        send_failing_since = coalesce(box.send_failing_since, ${now}::timestamptz)
      from before where box.id = before.id and box.removed_at is null
      returning before.send_error is distinct from box.send_error as "isOther"`.execute(tx);
    if (rows[0]?.isOther) await addEvent(tx, mailboxId, "failed", `Can't send: ${words}`, now);
  });
}

export async function recordSentAgain(db: Db, mailboxId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("mailboxes")
      .set(noSendFailure)
      .where("id", "=", mailboxId)
      .where("send_error", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await addEvent(tx, mailboxId, "connected", "Mail is sent again.", now);
  });
}
