import type { FoundFile } from "./find-file.ts";
import { shrinkImage } from "./images.ts";
import type { FileStore } from "./store.ts";

/** Recent thumbnails by the id of their content, oldest first. */
const recent = new Map<string, Uint8Array>();
const maxRecent = 200;

/** A thumbnail of a picture, or null if it cannot be decoded. Access was checked by `findFile`. */
export async function thumbnailOf(
  store: FileStore,
  { content, size }: FoundFile,
): Promise<Uint8Array | null> {
  const known = recent.get(content.id);
  const bytes =
    known ?? (await shrinkImage(await readAll(await store.read(content, { from: 0, to: size }))));
  if (!bytes) return null;
  recent.delete(content.id);
  recent.set(content.id, bytes);
  const [oldest] = recent.keys();
  if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest);
  return bytes;
}

function readAll(body: Blob | ReadableStream): Promise<Uint8Array> {
  return new Response(body).bytes();
}
