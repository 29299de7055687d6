import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** The most months deleted in one run, after a long time without a server. */
const mostMonths = 24;

/**
 * Deletes entries older than the retention, one month per statement. A database function does it and
 * records it, because our role cannot delete from the log.
 */
export async function deleteOldAudit(db: Db): Promise<number> {
  let deleted = 0;
  for (let month = 0; month < mostMonths; month += 1) {
    const { rows } = await sql<{ count: number }>`
      select forget_old_audit(${Bun.randomUUIDv7()}) as count`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count === 0) break;
    deleted += count;
  }
  return deleted;
}

/** Addresses typed by unknown visitors are deleted after 90 days, whatever the retention. */
export async function deleteTypedAddresses(db: Db, now: Date): Promise<void> {
  const ninetyDaysAgo = new Date(now.getTime() - 90 * 24 * 60 * 60_000);
  await db
    .deleteFrom("audit_personal")
    .where("typed_address", "is not", null)
    .where("at", "<", ninetyDaysAgo)
    .execute();
}
