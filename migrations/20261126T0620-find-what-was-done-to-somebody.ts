import { type Kysely, sql } from "kysely";

/**
 * Of those who run a desk nearly all that lies beside the log is where they were: what was done to
 * somebody under the name of a company or a team is found without it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_personal_about on audit_personal (person_id, audit_id) where network is null
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index audit_personal_about`.execute(db);
}
