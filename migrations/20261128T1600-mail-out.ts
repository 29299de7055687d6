import { type Kysely, sql } from "kysely";

/** The key that signs our mails, so that answers to them are recognised. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into secrets (name, value)
    select 'mail', sha256(convert_to(
      gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from secrets where name = 'mail'`.execute(db);
}
