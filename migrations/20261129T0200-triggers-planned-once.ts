import { type Kysely, sql } from "kysely";

/**
 * These run at each message and each change of tags. Their statements take a list of tickets, and Postgres would plan
 * them again each time: that took longer than all else about a message.
 */
const functions = ["keep_latest(uuid[])", "keep_tag_numbers()"];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of functions) {
    await sql`alter function ${sql.raw(name)} set plan_cache_mode = 'force_generic_plan'`.execute(
      db,
    );
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of functions) {
    await sql`alter function ${sql.raw(name)} reset plan_cache_mode`.execute(db);
  }
}
