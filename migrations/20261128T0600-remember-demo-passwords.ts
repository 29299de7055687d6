import { type Kysely, sql } from "kysely";

/**
 * The hashes that the demo gave its accounts: as long as a user has one of them, the demo answers only its own
 * machine. An earlier demo gave all its accounts one hash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table desk add column demo_password_hashes text[] not null default '{}'`.execute(
    db,
  );
  await sql`
    update desk set demo_password_hashes = array(
      select password_hash from users where password_hash is not null
      group by password_hash having count(*) > 1)
    where is_demo`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table desk drop column demo_password_hashes`.execute(db);
}
