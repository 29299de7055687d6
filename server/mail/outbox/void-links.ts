import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { withdrawLinkMails } from "./withdraw.ts";

/**
 * After a password was chosen or people were disabled: links in older mails no longer work, and
 * queued mails are withdrawn. Needs a transaction that locks the people's rows.
 */
export async function voidLinksOf(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  await tx
    .with("withdrawn", (part) => withdrawLinkMails(part, userIds))
    .updateTable("links")
    .set({ used_at: now })
    .where(sql<boolean>`user_id = any(${[...userIds]}::uuid[])`)
    .where("used_at", "is", null)
    .execute();
}
