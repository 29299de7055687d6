import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Few among the many that are closed: looked for every half minute by each server.
  await sql`
    create index tickets_to_close on tickets (last_resolved_at) where status = 'resolved'
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index tickets_to_close`.execute(db);
}
