import { type RawBuilder, sql } from "kysely";

/**
 * Whether a line of the audit log was written after another, given by its id. Asked of lines about one
 * thing, which are written under its lock: so their places tell, and no server's clock.
 */
export function isAfter(line: string, otherId: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${line}.place`)} > coalesce((
    select other.place from audit_log other where other.id = ${sql.ref(otherId)}), 0)`;
}

/**
 * Of the log, as `l`, what was done to somebody under the name of a company or a team. What an actor
 * did themselves has a network beside it: the index leaves that out. A join would be planned as if
 * half the log were about whoever runs the desk.
 */
export function namedBeside(personId: string): RawBuilder<boolean> {
  const id = sql`${personId}::uuid`;
  return sql`l.id = any(array(
      select audit_id from audit_personal where person_id = ${id} and network is null))
    and l.subject_id is distinct from ${id} and l.actor_id is distinct from ${id}`;
}
