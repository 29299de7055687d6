import { type Kysely, sql } from "kysely";

/**
 * In which order lines about one thing were written: ids and times are by the clocks of servers. Lines of
 * earlier releases have no place, and come before all that have one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log add column place bigint`.execute(db);
  await sql`create sequence audit_places owned by audit_log.place`.execute(db);
  await sql`
    alter table audit_log alter column place set default nextval('audit_places')`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log drop column place`.execute(db);
}
