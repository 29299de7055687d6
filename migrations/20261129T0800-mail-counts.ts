import { type Kysely, sql } from "kysely";

export const locks = ["inbound_mails"];

/** Counts of received mails per mailbox and quarter of an hour, so that the page of counts reads no mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  await sql`
    -- Each change of a mail adds a row, and the sum counts: so no writer waits for another. Without a reference to the
    -- mailbox, which would lock its row.
    create table inbound_mail_counts (
      mailbox_id uuid not null,
      -- The day of any time zone begins with one of these.
      quarter timestamptz not null,
      tickets integer not null,
      messages integer not null,
      held integer not null,
      being_read integer not null
    );
    create index inbound_mail_counts_by_time on inbound_mail_counts (quarter);

    -- With the owner's rights: servers of the last release have none on the new table.
    create function count_inbound_mail() returns trigger language plpgsql security definer
    set search_path = ${sql.id(rows[0]?.name ?? "public")}, pg_temp as $$
    begin
      insert into inbound_mail_counts (mailbox_id, quarter, tickets, messages, held, being_read)
      select mailbox_id, date_bin('15 minutes', stored_at, timestamptz 'epoch'),
        sum(change * (state = 'ticket')::integer), sum(change * (state = 'message')::integer),
        sum(change * (state = 'held')::integer), sum(change * (state = 'stored')::integer)
      from (values
        (old.mailbox_id, old.stored_at, old.state, -1), (new.mailbox_id, new.stored_at, new.state, 1)
      ) mail (mailbox_id, stored_at, state, change)
      where mailbox_id is not null
      group by 1, 2;
      return null;
    end $$;
    create trigger inbound_mails_counted after insert or delete on inbound_mails
      for each row execute function count_inbound_mail();
    create trigger inbound_mails_recounted after update of mailbox_id, stored_at, state
      on inbound_mails for each row
      when ((old.mailbox_id, old.stored_at, old.state)
        is distinct from (new.mailbox_id, new.stored_at, new.state))
      execute function count_inbound_mail()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger inbound_mails_counted on inbound_mails;
    drop trigger inbound_mails_recounted on inbound_mails;
    drop function count_inbound_mail;
    drop table inbound_mail_counts`.execute(db);
}
