import { sql } from "kysely";
import { linkTemplates } from "../../shared/mails.ts";
import type { Tx } from "../db/database.ts";
import { tellPages } from "../events/tell-pages.ts";

interface ToldMail {
  template: string;
  messageId: string | null;
}

/** Whether a mail has failed stands by its message, for staff, and on the record of whom it lets in. */
export async function tellOfFailure(tx: Tx, { template, messageId }: ToldMail): Promise<void> {
  if (messageId) return await tellOfTicket(tx, messageId);
  if (linkTemplates.some((known) => known === template)) await tellPages(tx, "users");
}

/** The ticket in which the message shows now. */
async function tellOfTicket(tx: Tx, messageId: string): Promise<void> {
  await sql`
    insert into live_events
      (id, topic, subject_id, number, version, audience, company_ids, people_ids)
    select uuid_v7(), 'ticket', t.id, t.number, t.version, 'staff', '{}', '{}'
    from messages m join tickets t on t.id = m.ticket_id
    where m.id = ${messageId}`.execute(tx);
}
