import { type RawBuilder, sql } from "kysely";
import type { Slot } from "../db/statement.ts";
import type { NewsValues } from "../events/news-values.ts";
import { ticketRecipients } from "./ticket-recipients.ts";

/**
 * The mails of what is `said`, as parts of a `with`. A row holds a template and ids, no word of
 * the ticket: those are read as the mail is sent, under the rights and in the state of that moment.
 */
export function queueTicketMails(slot: Slot<NewsValues>): RawBuilder<unknown> {
  const now = sql`${slot("now")}::timestamptz`;
  const actorId = sql`${slot("actorId")}::uuid`;
  // Whoever is mailed a ticket's message needs no second mail of the same act.
  return sql`
    mail as (${ticketRecipients(slot)}),
    queued as (
      insert into outgoing_mails
        (id, template, user_id, ticket_id, message_id, data, next_attempt_at, created_at)
      select uuid_v7(), template, user_id, ticket_id, message_id,
        jsonb_strip_nulls(jsonb_build_object('askedBy', ${actorId})), ${now}, ${now}
      from mail
      where message_id is not null or not exists (
        select from mail other
        where other.user_id = mail.user_id and other.ticket_id = mail.ticket_id
          and other.message_id is not null)
      on conflict (message_id, user_id) where message_id is not null do nothing
    )`;
}
