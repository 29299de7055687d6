import { stat } from "node:fs/promises";
import { StartError } from "../start-error.ts";
import type { DeskCopy, SomeRows } from "./desk-copy.ts";
import { hashFile } from "./hashed-file.ts";
import { type Manifest, tablePath } from "./manifest.ts";

/** The desk in a backup. */
export function openBackup(folder: string, manifest: Manifest): DeskCopy {
  const { postgres, migrations, tables, sequences } = manifest;
  return {
    postgres,
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences,
    rows: ({ name }) => readLines(tablePath(folder, name)),
  };
}

/** Before restoring: checks that each file is unchanged since the backup was made. */
export async function assertTablesWhole(folder: string, manifest: Manifest): Promise<void> {
  for (const { name, bytes, sha256 } of manifest.tables) {
    const path = tablePath(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.size !== bytes || (await hashFile(path)) !== sha256) {
      throw new StartError(`${path} is damaged: nothing was restored.`);
    }
  }
}

const wantedLength = 1_000_000;

/** Reads about a megabyte of whole lines at a time. */
export async function* readLines(path: string): AsyncIterable<SomeRows> {
  const text = Bun.file(path)
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(new TextDecoderStream());
  let pieces: string[] = [];
  let length = 0;
  for await (const piece of text) {
    pieces.push(piece);
    length += piece.length;
    if (length < wantedLength || !piece.includes("\n")) continue;
    const all = pieces.join("");
    const end = all.lastIndexOf("\n");
    yield someRows(all.slice(0, end));
    pieces = [all.slice(end + 1)];
    length = pieces[0]?.length ?? 0;
  }
  const rest = pieces.join("").trimEnd();
  if (rest) yield someRows(rest);
}

function someRows(lines: string): SomeRows {
  let count = 1;
  for (let at = lines.indexOf("\n"); at >= 0; at = lines.indexOf("\n", at + 1)) count += 1;
  return { lines, count };
}
