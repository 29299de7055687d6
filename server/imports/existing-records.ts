import { type RawBuilder, sql } from "kysely";
import { normalizeName } from "../../shared/normalize-name.ts";
import type { Db, Tx } from "../db/database.ts";
import { plannedByValues } from "../db/statement.ts";

/** Lowercased by the database, as in the indexes of names. */
export function inAnyCase(names: readonly string[]): RawBuilder<string[]> {
  return sql`array(select lower(name) from unnest(${[...names]}::text[]) as said (name))`;
}

/**
 * The key of a row: addresses and company names are case-insensitive. Lowercased letter by letter, as
 * Postgres does: it has no final sigma, and İ becomes i.
 */
export function keyOf(text: string): string {
  const lower = (letter: string) => (letter === "İ" ? "i" : letter.toLowerCase());
  return Array.from(normalizeName(text), lower).join("");
}

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

/**
 * Planned each time: a plan from when there were few users or companies would scan all of them, slice after
 * slice.
 */
export function withFreshSqlPlan<Row>(db: Db | Tx, statement: RawBuilder<Row>) {
  return db.executeQuery(plannedByValues(statement.compile(db)));
}

/** Someone created the same record concurrently. The job plans the slice again. */
export class PlanOutdated extends Error {
  constructor() {
    super("The desk changed while an import was being written");
    this.name = "PlanOutdated";
  }
}
