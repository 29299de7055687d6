import type { RawBuilder } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { plannedByValues } from "../db/statement.ts";

/**
 * Planned each time: a plan from when there were few users or companies would scan all of them, slice after
 * slice.
 */
export function withFreshSqlPlan<Row>(db: Db | Tx, statement: RawBuilder<Row>) {
  return db.executeQuery(plannedByValues(statement.compile(db)));
}
