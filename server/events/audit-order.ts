import { type RawBuilder, sql } from "kysely";

/**
 * Whether a line of the audit log was written after another, given by its id. Asked of lines about one
 * thing, which are written under its lock: so their places tell, and no server's clock.
 */
export function isAfter(line: string, otherId: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${line}.place`)} > coalesce((
    select other.place from audit_log other where other.id = ${sql.ref(otherId)}), 0)`;
}
