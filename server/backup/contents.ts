import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Place } from "../files/place.ts";
import { type ContentKey, pathOfContent } from "../files/place.ts";
import { MissingContent } from "../files/storage-error.ts";
import type { FileStore } from "../files/store.ts";
import { StartError } from "../start-error.ts";
import { hashFile, writeHashed } from "./hashed-file.ts";
import { type Manifest, tablePath } from "./manifest.ts";
import { readLines } from "./read-backup.ts";

interface CopiedContent extends ContentKey {
  size: number;
}

/** Attachments have the same names in a backup as in the store. */
function contentPath(folder: string, key: ContentKey): string {
  return join(folder, "files", pathOfContent(key));
}

/**
 * Copies every content that the copied tables name. A missing one is reported, and the others are still
 * copied.
 */
export async function copyContentsOut(
  folder: string,
  store: Pick<Place, "read">,
  assertKept: () => Promise<void>,
): Promise<{ count: number; bytes: number; missing: string[] }> {
  await mkdir(join(folder, "files"), { recursive: true, mode: 0o700 });
  const missing: string[] = [];
  let count = 0;
  let bytes = 0;
  for await (const content of readContents(folder)) {
    if (await copyOut(folder, store, content)) {
      count += 1;
      bytes += content.size;
    } else missing.push(content.sha256);
    if ((count + missing.length) % 100 === 0) await assertKept();
  }
  return { count, bytes, missing };
}

async function copyOut(
  folder: string,
  store: Pick<Place, "read">,
  content: CopiedContent,
): Promise<boolean> {
  const path = contentPath(folder, content);
  try {
    const found = await store.read(content, { from: 0, to: content.size });
    const { sha256 } = await writeHashed(path, piecesOf(found));
    if (sha256 === content.sha256) return true;
  } catch (error) {
    if (!isLost(error)) throw error;
  }
  await rm(path, { force: true });
  return false;
}

/** Only this content is missing: an unreachable store or a full disk here affects all. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const unreadable = "code" in error && error.code === "EIO";
  return unreadable || error.cause instanceof MissingContent;
}

/** Before restoring: checks that each attachment has the hash in its name. */
export async function assertContentsWhole(folder: string, manifest: Manifest): Promise<void> {
  const missing = new Set(manifest.missing);
  for await (const content of readContents(folder)) {
    const path = contentPath(folder, content);
    if (missing.has(content.sha256)) continue;
    const isThere = await Bun.file(path).exists();
    if (isThere && (await hashFile(path)) === content.sha256) continue;
    throw new StartError(`${path} is ${isThere ? "damaged" : "missing"}: nothing was restored.`);
  }
}

const patience = { stallMs: 60_000, totalMs: 60 * 60_000 };

/** Copies into this desk's store; what is already there under its name has the same bytes. */
export async function copyContentsIn(
  folder: string,
  manifest: Manifest,
  store: FileStore,
): Promise<void> {
  const missing = new Set(manifest.missing);
  for await (const content of readContents(folder)) {
    if (missing.has(content.sha256)) continue;
    const { size } = content;
    const body = Bun.file(contentPath(folder, content)).stream();
    const received = await store.receive(body, { bytes: size, ...patience });
    try {
      await store.put(content, received.path);
    } finally {
      await received.discard();
    }
  }
}

const contentRow = z.object({
  id: z.string(),
  sha256: z.string(),
  size: z.string(),
  placed_at: z.nullable(z.string()),
  removed_at: z.nullable(z.string()),
});

/** The contents in the store: neither arriving nor condemned. */
async function* readContents(folder: string): AsyncIterable<CopiedContent> {
  for await (const { lines } of readLines(tablePath(folder, "file_contents"))) {
    for (const line of lines.split("\n")) {
      const row = contentRow.parse(JSON.parse(line));
      if (row.placed_at === null || row.removed_at !== null) continue;
      yield { id: row.id, sha256: row.sha256.replace(/^\\x/, ""), size: Number(row.size) };
    }
  }
}

async function* piecesOf(found: Blob | ReadableStream): AsyncIterable<Uint8Array> {
  yield* found instanceof Blob ? found.stream() : found;
}
