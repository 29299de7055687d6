import { type Kysely, sql } from "kysely";

/** The other tickets of whoever asked stand beside each ticket, the newest first: some have thousands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index tickets_of_requester on tickets (requester_id, created_at, id)`.execute(db);
  await sql`drop index tickets_by_requester`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index tickets_by_requester on tickets (requester_id)`.execute(db);
  await sql`drop index tickets_of_requester`.execute(db);
}
