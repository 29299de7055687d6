import { sql } from "kysely";
import type { CsvRecord } from "../../shared/csv.ts";
import { AppError } from "../../shared/errors.ts";
import { cleanFileName } from "../../shared/files.ts";
import {
  guessMapping,
  type ImportFile,
  type ImportKind,
  type ImportMapping,
  importLimits,
  importSpecs,
} from "../../shared/imports.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Db, Tx } from "../db/database.ts";
import { keyOf } from "./existing-records.ts";
import type { ImportTable } from "./read-csv-file.ts";

/** The number of unconfirmed files per person; a new one replaces the oldest. */
const mostWaiting = 4;
const rowsAtOnce = 2_000;

/** Stores an uploaded file for its uploader only. Nothing is imported yet. */
export async function saveImport(
  deps: ActorDeps,
  kind: ImportKind,
  { name, table }: { name: string; table: ImportTable },
): Promise<ImportFile> {
  const { encoding, headers, rows } = table;
  const id = Bun.randomUUIDv7();
  await transact(deps, async (tx, { actor, now }) => {
    await makeRoom(tx, actor.id);
    await tx
      .insertInto("imports")
      .values({
        id,
        kind,
        owner_id: actor.id,
        name: cleanFileName(name),
        encoding,
        headers: sql`${JSON.stringify(headers)}::text::jsonb`,
        row_count: rows.length,
        created_at: now,
      })
      .execute();
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await insertRows(tx, id, from, rows.slice(from, from + rowsAtOnce));
    }
  });
  return await getImport(deps, id);
}

/** The file as its uploader sees it; for others it does not exist. */
export async function getImport(
  { db, actor }: Pick<ActorDeps, "db" | "actor">,
  id: string,
): Promise<ImportFile> {
  const found = await findImport(db, actor, id);
  const sample = await db
    .selectFrom("import_rows")
    .select("cells")
    .where("import_id", "=", id)
    .where("position", "<=", importLimits.sample)
    .orderBy("position")
    .execute();
  const samples = sample.map(({ cells }) => cells as string[]);
  return {
    id,
    kind: found.kind,
    name: found.name,
    encoding: found.encoding,
    rows: found.rows,
    columns: found.headers.map((header, at) => ({
      header,
      samples: samples.map((cells) => (cells[at] ?? "").slice(0, 200).toWellFormed()),
    })),
    mapping: guessMapping(found.kind, found.headers),
  };
}

interface FoundImport {
  kind: ImportKind;
  name: string;
  encoding: string;
  headers: string[];
  rows: number;
  jobId: string | null;
  cameAt: Date;
}

export async function findImport(
  db: Db | Tx,
  actor: { id: string },
  id: string,
  { lock = false } = {},
): Promise<FoundImport> {
  const found = await db
    .selectFrom("imports")
    .select(["kind", "name", "encoding", "headers", "row_count as rows", "job_id as jobId"])
    .select("created_at as cameAt")
    .where("id", "=", id)
    .where("owner_id", "=", actor.id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!found) throw new AppError("not_found");
  return { ...found, headers: found.headers as string[] };
}

/** Deletes an unconfirmed file. */
export async function discardImport(deps: ActorDeps, id: string): Promise<{ id: string }> {
  await transact(deps, (tx, { actor }) =>
    tx
      .deleteFrom("imports")
      .where("id", "=", id)
      .where("owner_id", "=", actor.id)
      .where("job_id", "is", null)
      .execute(),
  );
  return { id };
}

async function makeRoom(tx: Tx, ownerId: string): Promise<void> {
  await sql`
    delete from imports where id in (
      select id from imports where owner_id = ${ownerId}::uuid and job_id is null
      order by created_at desc, id desc offset ${mostWaiting - 1}::int)`.execute(tx);
}

async function insertRows(
  tx: Tx,
  importId: string,
  from: number,
  rows: readonly CsvRecord[],
): Promise<void> {
  const given = rows.map(({ line, cells }, at) => ({ position: from + at + 1, line, cells }));
  await sql`
    insert into import_rows (import_id, position, line, cells)
    select ${importId}::uuid, position, line, cells
    from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb)
      as given(position int, line int, cells jsonb)`.execute(tx);
}

const dayMs = 24 * 60 * 60_000;

/**
 * Unconfirmed files are deleted after a day. Of imported files, only skipped rows remain, until their job is
 * deleted.
 */
export async function sweepImports(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  await sql`
    delete from imports where job_id is null and created_at < ${before}::timestamptz`.execute(db);
  await sql`
    delete from import_rows row using imports join jobs on jobs.id = imports.job_id
    where row.import_id = imports.id and jobs.state in ('done', 'cancelled', 'failed')
      and not exists (
        select from job_items item where item.job_id = jobs.id
          and item.position = row.position and item.state = 'refused')`.execute(db);
}

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
