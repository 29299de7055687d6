import type { Tx } from "../db/database.ts";
import { isOneOf, withdrawLinkMails } from "./withdraw.ts";

/**
 * After a password was chosen, or a person disabled: no older mail opens anything any more, nor will
 * one that waits to be sent. In a transaction that locks the person's row.
 */
export async function voidLinksOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await voidLinksOfAll(tx, [userId], now);
}

/** The same of many, whose rows that transaction locks. */
export async function voidLinksOfAll(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  await tx
    .with("withdrawn", (part) => withdrawLinkMails(part, userIds))
    .updateTable("links")
    .set({ used_at: now })
    .where(isOneOf(userIds))
    .where("used_at", "is", null)
    .execute();
}
