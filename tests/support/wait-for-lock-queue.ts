import { sql } from "kysely";
import type { TestDatabase } from "./postgres.ts";

/** Resolves when a query in this database waits for a lock. */
export async function waitForLockQueue({ owner }: TestDatabase): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
    if (rows.length > 0) return;
    await Bun.sleep(10);
  }
  throw new Error("No query waits for a lock");
}
