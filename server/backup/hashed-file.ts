import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../files/folders.ts";

interface Written {
  bytes: number;
  sha256: string;
}

/** Writes a new file and syncs it to disk; returns the hash of its content. */
export async function writeHashed(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Written> {
  await makeFolder(dirname(path));
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      for (let done = 0; done < piece.length; ) {
        done += (await file.write(piece, done)).bytesWritten;
      }
      bytes += piece.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of Bun.file(path).stream()) hash.update(piece);
  return hash.digest("hex");
}
