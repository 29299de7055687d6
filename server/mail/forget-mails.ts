import type { Tx } from "../db/database.ts";

/** A copy keeps no words of a message; whatever stands in it goes with them all the same. */
export async function forgetMails(tx: Tx, messageId: string): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ body: null })
    .where("message_id", "=", messageId)
    .execute();
}
