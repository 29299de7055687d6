import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/** A copy keeps no words of a message; whatever stands in it goes with them all the same. */
export async function forgetMails(tx: Tx, messageId: string): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ body: null })
    .where("message_id", "=", messageId)
    .execute();
}

/** Copies of a ticket's mails that call it by one of these: what it is called today is shown instead. */
export async function forgetMailsThatSay(
  tx: Tx,
  ticketId: string,
  subjects: readonly string[],
): Promise<void> {
  const inMails = subjects.map((subject) => subject.replaceAll(/\s+/g, " ").trim());
  await sql`
    update outgoing_mails mail set subject = null, body = null
    where ticket_id = ${ticketId}::uuid and exists (
      select from unnest(${inMails}::text[]) as gone(words)
      where strpos(mail.subject, words) > 0 or strpos(mail.body, words) > 0)`.execute(tx);
}
