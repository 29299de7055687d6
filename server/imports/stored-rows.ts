import { sql } from "kysely";
import { type ImportKind, type ImportMapping, importSpecs } from "../../shared/imports.ts";
import type { Db, Tx } from "../db/database.ts";
import { keyOf } from "./existing-records.ts";

export interface StoredRow {
  position: number;
  line: number;
  cells: string[];
  /** The line of an earlier row with the same key. */
  sameAs: number | null;
}

/** The rows at these positions, in the order of the file. */
export async function readRows(
  db: Db | Tx,
  importId: string,
  { from, to }: { from: number; to: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select position, line, cells, same_as as "sameAs" from import_rows
    where import_id = ${importId}::uuid and position between ${from}::int and ${to}::int
    order by position`.execute(db);
  return rows;
}

/**
 * Of rows with the same key, the first counts: maps the position of each other one to the first one's line.
 */
export async function findDoubles(
  db: Db | Tx,
  importId: string,
  kind: ImportKind,
  mapping: ImportMapping,
): Promise<Map<number, number>> {
  const column = mapping.indexOf(importSpecs[kind].key);
  const { rows } = await sql<{ position: number; line: number; key: string | null }>`
    select position, line, cells ->> ${column}::int as key from import_rows
    where import_id = ${importId}::uuid order by position`.execute(db);
  const firstLines = new Map<string, number>();
  const doubles = new Map<number, number>();
  for (const { position, line, key } of rows) {
    const same = keyOf(key ?? "");
    if (same === "") continue;
    const first = firstLines.get(same);
    if (first === undefined) firstLines.set(same, line);
    else doubles.set(position, first);
  }
  return doubles;
}
