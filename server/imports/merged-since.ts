import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { inAnyCase, keyOf } from "./kept-rows.ts";
import { withFreshSqlPlan } from "./with-fresh-sql-plan.ts";

/**
 * Of companies that are called so no longer, since they became part of another after the file came, that
 * other one by each name. Whoever wrote the file knew of none of it: to make them anew would undo the merge.
 */
export async function mergedSince(
  db: Db | Tx,
  names: readonly string[],
  cameAt: Date,
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const { rows } = await withFreshSqlPlan(
    db,
    sql<{ name: string; into: string }>`
    select gone.name, target.name as into
    from companies gone join companies target on target.id = gone.merged_into_id
    where lower(gone.name) = any(${inAnyCase(names)}) and gone.state = 'merged' and exists (
      select from audit_log line where line.subject_id = gone.id
        and line.act = 'company.merged' and line.at >= ${cameAt}::timestamptz)`,
  );
  return new Map(rows.map(({ name, into }) => [keyOf(name), into]));
}

export function becamePart(name: string, into: string): string {
  return `${name} has become part of ${into} since this file came.`;
}
