import { type Kysely, sql } from "kysely";

export const outside = true;

/**
 * Counts the mails that were received before. It is one statement: what others change while it runs is neither counted
 * nor taken from the counts here, but added by them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with replaced as (delete from inbound_mail_counts)
    insert into inbound_mail_counts (mailbox_id, quarter, tickets, messages, held, being_read)
    select mailbox_id, date_bin('15 minutes', stored_at, timestamptz 'epoch'),
      count(*) filter (where state = 'ticket'), count(*) filter (where state = 'message'),
      count(*) filter (where state = 'held'), count(*) filter (where state = 'stored')
    from inbound_mails group by 1, 2`.execute(db);
}

export async function down(): Promise<void> {}
