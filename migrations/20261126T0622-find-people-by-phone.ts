import { type Kysely, sql } from "kysely";

/** Whoever calls is known by a number, whatever blanks and signs it was written down with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column phone_digits text generated always as (
      nullif(regexp_replace(replace(phone, '(0)', ''), '[^0-9]', '', 'g'), '')) stored
  `.execute(db);
  await sql`
    create index users_by_phone on users using gin (phone_digits gin_trgm_ops)
    where deleted_at is null and phone_digits is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop column phone_digits`.execute(db);
}
