import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Reads as `ticket_id is <kind> other_id`. Of two that are related the smaller id stands first.
  await sql`
    create table ticket_links (
      id uuid primary key,
      ticket_id uuid not null references tickets on delete cascade,
      other_id uuid not null references tickets on delete cascade,
      kind text not null check (kind in ('related', 'duplicate-of', 'parent-of', 'follow-up-of')),
      created_by uuid references users,
      created_at timestamptz not null,
      unique (ticket_id, other_id, kind),
      constraint links_two_tickets check (ticket_id <> other_id),
      constraint related_either_way check (kind <> 'related' or ticket_id < other_id)
    )`.execute(db);
  await sql`create index ticket_links_by_other on ticket_links (other_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ticket_links`.execute(db);
}
