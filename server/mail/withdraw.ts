import { type QueryCreator, type RawBuilder, sql } from "kysely";
import { linkTemplates, type TicketTemplate } from "../../shared/mails.ts";
import type { Database, Tx } from "../db/database.ts";

/**
 * Where people's links are void, what still waits to be sent must not bring a new one. A part of the
 * statement that voids them, which locks these people: who is making a link locks them, too.
 */
export function withdrawLinkMails(part: QueryCreator<Database>, userIds: readonly string[]) {
  return part
    .updateTable("outgoing_mails")
    .set({ state: "skipped", error: "Its link was voided before it was sent." })
    .where(sql<boolean>`user_id = any(${[...userIds]}::uuid[])`)
    .where("template", "in", linkTemplates)
    .where("state", "=", "queued");
}

/** An act on a ticket as its news know it: they bear its moment. */
export interface ToldAct {
  ticketId: string;
  actorId: string;
  at: Date;
}

/**
 * What an act told of a ticket, and did not come to pass, as a part of a statement. What is being sent
 * just now has been asked about already.
 */
export function withdrawTicketMails(
  { ticketId, actorId, at }: ToldAct,
  templates: readonly TicketTemplate[],
): RawBuilder<unknown> {
  return sql`withdrawn as (
    update outgoing_mails set state = 'skipped', error = 'It was taken back before it was sent.'
    where ticket_id = ${ticketId}::uuid and state = 'queued'
      and template = any(${[...templates]}::text[])
      and created_at = ${at}::timestamptz and data ->> 'askedBy' = ${actorId}::text
      and (leased_until is null or leased_until < now())
  )`;
}

/** For a person who is deleted: their address and name stand in what was sent to them. */
export async function eraseMailsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("outgoing_mails").where("user_id", "=", userId).execute();
}
