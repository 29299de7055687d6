import { type Kysely, sql } from "kysely";

/**
 * Acts are forgotten after a day, and a reply that was sent again later stood there twice. What is written
 * keeps the key that it was sent under, as long as it exists; that of the last day is taken from its act.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column request_id uuid`.execute(db);
  await sql`
    update messages set request_id = acts.request_id from acts
    where acts.kind in ('reply', 'note', 'create') and acts.undone_at is null
      and messages.act_id = acts.id and messages.ticket_id = (acts.made ->> 'ticketId')::uuid
  `.execute(db);
  await sql`
    create unique index messages_by_key on messages (request_id, author_id)
    where request_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages drop column request_id`.execute(db);
}
