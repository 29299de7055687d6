import { type Kysely, sql } from "kysely";

export const outside = true;

/** Lists and counts the held mails whose content is stored: far fewer than all that were ever held. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const how = sql.raw(db.isTransaction ? "" : "concurrently");
  // An interrupted one is left behind invalid.
  await sql`drop index ${how} if exists inbound_mails_held_whole`.execute(db);
  await sql`
    create index ${how} inbound_mails_held_whole on inbound_mails (stored_at desc, id desc)
    where state = 'held' and erased_at is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index inbound_mails_held_whole`.execute(db);
}
