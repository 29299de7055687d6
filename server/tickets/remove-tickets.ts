import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { eraseMailsOfTickets } from "../mail/outbox/withdraw.ts";
import { removeFromIndex } from "../search/indexer.ts";

/** Deletes locked tickets with all that is stored about them. The caller holds the lock of the search index. */
export async function deleteTickets(tx: Tx, tickets: readonly string[], now: Date): Promise<void> {
  const ids = sql`${[...tickets]}::uuid[]`;
  await eraseMailsOfTickets(tx, tickets, now);
  // Messages that a split had moved to a ticket that stays.
  await sql`
    update messages set home_ticket_id = ticket_id
    where home_ticket_id <> ticket_id and home_ticket_id = any(${ids})
      and ticket_id <> all(${ids})`.execute(tx);
  // Their contents are removed by the next sweep, unless another file has the same.
  await sql`
    delete from files where message_id in (
      select id from messages where ticket_id = any(${ids}))`.execute(tx);
  await removeFromIndex(tx, tickets);
  await forgetUndo(tx, tickets);
  await sql`
    with no_event as (delete from webhook_events where subject_id = any(${ids})),
    no_delivery as (delete from webhook_deliveries where subject_id = any(${ids}))
    delete from presence where ticket_id = any(${ids})`.execute(tx);
  // All other rows go with the ticket, by their foreign keys.
  await sql`delete from tickets where id = any(${ids})`.execute(tx);
  await sql`delete from ticket_search_queue where ticket_id = any(${ids})`.execute(tx);
}

/**
 * Removes texts, files and customers of locked tickets. What the dashboard and lists count remains: status, dates,
 * tags, team, company, assignee and rating.
 */
export async function anonymiseTickets(
  tx: Tx,
  tickets: readonly string[],
  subject: string,
  now: Date,
): Promise<void> {
  const ids = sql`${[...tickets]}::uuid[]`;
  const messages = sql`(select id from messages where ticket_id = any(${ids}))`;
  const isCustomer = (person: RawBuilder<unknown>) =>
    sql`${person} in (select id from users where role = 'Customer')`;
  await eraseMailsOfTickets(tx, tickets, now);
  await forgetUndo(tx, tickets);
  await sql`
    with no_html as (delete from message_html where message_id in ${messages}),
    no_draft as (delete from drafts where ticket_id = any(${ids})),
    no_notification as (delete from notifications where ticket_id = any(${ids})),
    no_read as (
      delete from ticket_reads
      where ticket_id = any(${ids}) and ${isCustomer(sql`user_id`)}
    ),
    no_event as (
      delete from ticket_events where ticket_id = any(${ids})
        and kind in ('subject', 'requester', 'followers', 'mail')
    )
    update files set redacted_at = coalesce(redacted_at, ${now}::timestamptz), content_id = null,
      name = 'redacted', width = null, height = null,
      uploader_id = case when ${isCustomer(sql`uploader_id`)} then ${removedPersonId}::uuid
        else uploader_id end
    where message_id in ${messages}`.execute(tx);
  await sql`
    update messages set body = '', redacted_at = coalesce(redacted_at, ${now}::timestamptz),
      author_id = case when ${isCustomer(sql`author_id`)} then ${removedPersonId}::uuid
        else author_id end
    where ticket_id = any(${ids})`.execute(tx);
  await sql`
    update ticket_events set
      actor_id = case when ${isCustomer(sql`actor_id`)} then ${removedPersonId}::uuid
        else actor_id end,
      data = case when data ? 'back' then data || '{"back": []}' else data end
    where ticket_id = any(${ids}) and (${isCustomer(sql`actor_id`)} or data ? 'back')`.execute(tx);
  await sql`
    update merges set followers_added = '{}', copied_added = '{}',
      source_before = source_before || jsonb_build_object('subject', ${subject}::text,
        'requesterId', ${removedPersonId}::text, 'followers', '[]'::jsonb, 'ratingComment', null)
    where source_id = any(${ids}) or target_id = any(${ids})`.execute(tx);
  await sql`
    insert into ticket_people (ticket_id, user_id)
    select id, ${removedPersonId}::uuid from unnest(${ids}) as id
    on conflict do nothing`.execute(tx);
  // Without a change of their dates, which lists are sorted by.
  await sql`
    update tickets set subject = ${subject}, requester_id = ${removedPersonId}::uuid,
      rating_comment = null, version = version + 1,
      anonymised_at = greatest(updated_at, ${now}::timestamptz)
    where id = any(${ids})`.execute(tx);
  await sql`
    delete from ticket_people
    where ticket_id = any(${ids}) and user_id is distinct from ${removedPersonId}::uuid
      and (user_id is null or ${isCustomer(sql`user_id`)})`.execute(tx);
}

/** Of the last day. What an undo restores holds texts and people. */
async function forgetUndo(tx: Tx, tickets: readonly string[]): Promise<void> {
  await sql`
    update acts set made = made - 'undo'
    where made ? 'undo' and made ->> 'ticketId' = any(${[...tickets]}::text[])`.execute(tx);
}

/** The customer of every anonymised ticket, named like a deleted user. */
export const removedPersonId = "00000000-0000-7000-8000-000000000001";

/** Before tickets are locked: people come first everywhere. */
export async function ensureRemovedPerson(tx: Tx, now: Date): Promise<void> {
  await tx
    .insertInto("users")
    .values({
      id: removedPersonId,
      first_name: "Deleted",
      last_name: "user",
      email: null,
      role: "Customer",
      state: "disabled",
      created_at: now,
      deleted_at: now,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
