import { type RawBuilder, sql } from "kysely";
import { inAnyCase } from "./kept-rows.ts";

/**
 * Companies that lost their name in a merge after the file arrived, as `name` and `target`. The file's author
 * did not know of the merge, and creating them again would undo it. Asked only after the other rows are
 * locked, when a concurrent merge has ended.
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
