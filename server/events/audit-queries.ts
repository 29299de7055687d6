import { type RawBuilder, sql } from "kysely";

/**
 * Whether a line of the audit log was written after another, given by its id. For lines about one
 * subject: these are written under its lock, so their places have the right order.
 */
export function isAfter(line: string, otherId: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${line}.place`)} > coalesce((
    select other.place from audit_log other where other.id = ${sql.ref(otherId)}), 0)`;
}

/**
 * Lines of the log `l` that concern a person although their subject is a company or a team. The
 * actor's own rows have a network, which the index leaves out. No join: Postgres would plan it as if
 * half of the log concerned each person.
 */
export function namedBeside(personId: string): RawBuilder<boolean> {
  const id = sql`${personId}::uuid`;
  return sql`l.id = any(array(
      select audit_id from audit_personal where person_id = ${id} and network is null))
    and l.subject_id is distinct from ${id} and l.actor_id is distinct from ${id}`;
}
