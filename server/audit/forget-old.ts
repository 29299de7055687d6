import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** Of what was missed while no server ran, so many months in one go. */
const mostMonths = 24;

/**
 * Drops what is older than the desk keeps, a whole month in each statement. The database's own
 * function does it, and writes down that it did: this role could not.
 */
export async function forgetOldAudit(db: Db): Promise<number> {
  let forgotten = 0;
  for (let month = 0; month < mostMonths; month += 1) {
    const { rows } = await sql<{ count: number }>`
      select forget_old_audit(${Bun.randomUUIDv7()}) as count`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count === 0) break;
    forgotten += count;
  }
  return forgotten;
}

/** What strangers typed in place of an address goes after ninety days, however long the log is kept. */
export async function forgetTypedAddresses(db: Db, now: Date): Promise<void> {
  const ninetyDaysAgo = new Date(now.getTime() - 90 * 24 * 60 * 60_000);
  await db
    .deleteFrom("audit_personal")
    .where("typed_address", "is not", null)
    .where("at", "<", ninetyDaysAgo)
    .execute();
}
