import { type RawBuilder, sql } from "kysely";
import { inAnyCase } from "./kept-rows.ts";

/**
 * Of companies that are called so no longer, since they became part of another after the file came, `name`
 * and `target`. Whoever wrote the file knew of none of it: to make them anew would undo the merge. Asked only
 * once the others are held: a merge of that very moment has ended by then.
 */
export function mergedSince(
  names: readonly string[],
  cameAt: Date,
): RawBuilder<{ name: string; target: string }> {
  return sql`
    select gone.name, target.name as target
    from companies gone join companies target on target.id = gone.merged_into_id
    where ${names.length > 0}::boolean and gone.state = 'merged'
      and lower(gone.name) = any(${inAnyCase(names)}) and exists (
        select from audit_log line where line.subject_id = gone.id
          and line.act = 'company.merged' and line.at >= ${cameAt}::timestamptz)`;
}

export function becamePart(name: string, into: string): string {
  return `${name} has become part of ${into} since this file came.`;
}
