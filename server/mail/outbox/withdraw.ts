import { type RawBuilder, sql } from "kysely";
import type { TicketTemplate } from "../../../shared/mails.ts";
import type { Tx } from "../../db/database.ts";

/** A ticket action, known by its time. */
export interface NotifiedAction {
  ticketId: string;
  actorId: string;
  at: Date;
}

/**
 * Withdraws the mails of an action that was undone, as a part of a statement. A mail that is being
 * sent at this moment is not stopped.
 */
export function withdrawTicketMails(
  { ticketId, actorId, at }: NotifiedAction,
  templates: readonly TicketTemplate[],
): RawBuilder<unknown> {
  return sql`withdrawn as (
    update outgoing_mails set state = 'skipped', error = 'The action was undone before it was sent.'
    where ticket_id = ${ticketId}::uuid and state = 'queued'
      and template = any(${[...templates]}::text[])
      and created_at = ${at}::timestamptz and data ->> 'askedBy' = ${actorId}::text
      and (leased_until is null or leased_until < now())
  )`;
}

/** When a person is deleted: mails to them hold their name and address. */
export async function eraseMailsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("outgoing_mails").where("user_id", "=", userId).execute();
}

/** Erases the copies of a redacted message's mails, although they hold only a placeholder. */
export async function eraseMailCopies(tx: Tx, messageId: string): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ body: null })
    .where("message_id", "=", messageId)
    .execute();
}

/** Erases copies that hold one of these former subjects of a ticket; its current one is shown instead. */
export async function eraseMailCopiesNaming(
  tx: Tx,
  ticketId: string,
  subjects: readonly string[],
): Promise<void> {
  const inMails = subjects.map((subject) => subject.replaceAll(/\s+/g, " ").trim());
  await sql`
    update outgoing_mails mail set subject = null, body = null
    where ticket_id = ${ticketId}::uuid and exists (
      select from unnest(${inMails}::text[]) as former(words)
      where strpos(mail.subject, words) > 0 or strpos(mail.body, words) > 0)`.execute(tx);
}
