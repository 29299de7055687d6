import { type Kysely, sql } from "kysely";

/** What a person wants of a held mail, until it is read again; and the copied people that a merge added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table inbound_mails
      add column wanted text check (wanted in ('decide', 'ticket', 'message')),
      add column wanted_ticket_id uuid references tickets on delete set null,
      add column wanted_by uuid references users on delete set null;
    alter table merges add column copied_added text[] not null default '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table merges drop column copied_added;
    alter table inbound_mails
      drop column wanted, drop column wanted_ticket_id, drop column wanted_by`.execute(db);
}
