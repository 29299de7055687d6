import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { makeFolder } from "./folders.ts";

interface ReceiveLimits {
  bytes: number;
  /** The longest pause, and the longest total time. */
  stallMs: number;
  totalMs: number;
}

/** Some bytes from an offset on; fewer where the file ends. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;

/** A file that has arrived completely, under a private temporary name. */
export interface Received {
  path: string;
  size: number;
  sha256: string;
  read: ReadBytes;
  /** Deletes it, unless it has been moved to the store. */
  discard(): Promise<void>;
}

export interface Spool {
  receive(body: ReadableStream<Uint8Array> | null, limits: ReceiveLimits): Promise<Received>;
  /** Deletes what crashed servers left behind. */
  sweepSpool(before: Date): Promise<number>;
}

/** Arriving files, in the same file system as the stored ones. */
export function createSpool(dataDir: string): Spool {
  const folder = join(dataDir, "files", "arriving");

  return {
    async receive(body, limits) {
      if (!body) throw new AppError("file_empty");
      await makeFolder(folder);
      const path = join(folder, Bun.randomUUIDv7());
      const discard = () => rm(path, { force: true });
      const file = await open(path, "wx+", 0o600);
      try {
        const written = await writeAll(body, file, limits);
        if (written.size === 0) throw new AppError("file_empty");
        await file.sync();
        return { ...written, path, discard, read: readFrom(path) };
      } catch (error) {
        await discard();
        throw error;
      } finally {
        await file.close();
      }
    },

    async sweepSpool(before) {
      const names = await readdir(folder).catch(() => []);
      let swept = 0;
      for (const name of names) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => null);
        if (!found || found.mtime >= before) continue;
        await rm(path, { force: true });
        swept += 1;
      }
      return swept;
    },
  };
}

/** Other bytes in the place of those that arrived. */
export async function replaceReceived(received: Received, bytes: Uint8Array): Promise<Received> {
  const file = await open(received.path, "w", 0o600);
  try {
    await writeWhole(file, bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  return { ...received, size: bytes.length, sha256 };
}

/** One chunk at a time, so that a large file takes little memory. */
async function writeAll(
  body: ReadableStream<Uint8Array>,
  file: FileHandle,
  { bytes, stallMs, totalMs }: ReceiveLimits,
): Promise<{ size: number; sha256: string }> {
  const hash = new Bun.CryptoHasher("sha256");
  const reader = body.getReader();
  const end = performance.now() + totalMs;
  let size = 0;
  try {
    for (;;) {
      const patience = Math.min(stallMs, end - performance.now());
      const { done, value } = await inTime(reader.read(), patience);
      if (done) return { size, sha256: hash.digest("hex") };
      size += value.length;
      if (size > bytes) throw new AppError("file_too_large");
      hash.update(value);
      await writeWhole(file, value);
      giveBack(value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw isAbort(error) ? new AppError("upload_broken", {}, { cause: error }) : error;
  }
}

async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await file.write(piece, done);
    done += bytesWritten;
  }
}

/** Freed immediately: eight large files would leave 90 MB for the garbage collector. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole) buffer.transfer(0);
}

async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("upload_broken")), Math.max(0, ms));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The client disconnected. */
function isAbort(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || ("code" in error && error.code === "ECONNRESET");
}

function readFrom(path: string): ReadBytes {
  return async (offset, length) =>
    Bun.file(path)
      .slice(offset, offset + length)
      .bytes();
}
