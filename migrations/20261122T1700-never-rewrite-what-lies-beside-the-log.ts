import { type Kysely, sql } from "kysely";

/**
 * Personal values go with the person, but what they were is not written anew: whoever may change
 * where an act came from may lay it at somebody else's door.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger audit_personal_is_never_rewritten before update or truncate on audit_personal
    for each statement execute function refuse_audit_change()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_personal_is_never_rewritten on audit_personal`.execute(db);
}
