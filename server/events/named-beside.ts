import { type RawBuilder, sql } from "kysely";

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
