import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../db/database.ts";
import { makeFolder, syncFolder } from "../files/folders.ts";
import { whileKeepingContents } from "../files/keep.ts";
import type { Place } from "../files/place.ts";
import { copyContentsOut } from "./contents.ts";
import type { CopiedTable, DeskCopy } from "./desk-copy.ts";
import { writeHashed } from "./hashed-file.ts";
import { type Manifest, manifestName, tablePath } from "./manifest.ts";
import { withSnapshot } from "./snapshot.ts";

interface BackupOptions {
  ownerUrl: string;
  store: Pick<Place, "read">;
  now: Date;
}

/**
 * Writes the current desk into a folder, next to a running server. The folder has a temporary name until it
 * is complete and on disk.
 */
export async function writeBackup(
  folder: string,
  { ownerUrl, store, now }: BackupOptions,
): Promise<Manifest> {
  const unfinished = `${folder}.unfinished-${process.pid}`;
  await makeFolder(unfinished);
  try {
    const manifest = await whileKeepingContents(ownerUrl, async (assertKept) => {
      const copied = await withSnapshot(ownerUrl, (desk) => copyTables(desk, unfinished));
      const { missing, ...attachments } = await copyContentsOut(unfinished, store, assertKept);
      await assertKept();
      return { format: 1 as const, takenAt: now.toISOString(), ...copied, attachments, missing };
    });
    await writeHashed(join(unfinished, manifestName), inUtf8(JSON.stringify(manifest, null, 2)));
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** For monitoring. A desk of an earlier release has no place for it. */
export async function recordBackup(ownerUrl: string, now: Date): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, size: 1 });
  try {
    const { rows } = await sql`
      select from pg_attribute
      where attrelid = 'desk'::regclass and attname = 'backed_up_at'`.execute(owner);
    if (rows.length > 0) await owner.updateTable("desk").set({ backed_up_at: now }).execute();
  } finally {
    await owner.destroy();
  }
}

async function copyTables(desk: DeskCopy, folder: string) {
  const tables: Manifest["tables"] = [];
  for (const table of desk.tables) {
    let rows = 0;
    const written = await writeHashed(
      tablePath(folder, table.name),
      compressed(desk, table, (count) => {
        rows += count;
      }),
    );
    tables.push({ ...table, rows, ...written });
  }
  await syncFolder(join(folder, "tables"));
  const { postgres, migrations, sequences } = desk;
  return { postgres, migrations, tables, sequences };
}

/** Each chunk is a gzip member; together they are one file for any gunzip. */
async function* compressed(
  desk: DeskCopy,
  table: CopiedTable,
  onRows: (count: number) => void,
): AsyncIterable<Uint8Array> {
  for await (const { lines, count } of desk.rows(table)) {
    onRows(count);
    yield Bun.gzipSync(Buffer.from(`${lines}\n`), { level: 3 });
  }
  yield Bun.gzipSync(new Uint8Array(0));
}

async function* inUtf8(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(`${text}\n`);
}
