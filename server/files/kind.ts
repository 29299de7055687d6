import type { Image } from "./images.ts";
import type { ReadBytes } from "./spool.ts";

export const unknownType = "application/octet-stream";

/** The stored and served type: if the bytes do not confirm it, the generic type. */
export async function decideType(
  claimed: string,
  image: Image | null,
  read: ReadBytes,
): Promise<string> {
  if (image) return image.type;
  const type = claimed.split(";")[0]?.trim().toLowerCase() ?? "";
  const isBorneOut = proofs.get(type);
  if (!isBorneOut) return unknownType;
  return isBorneOut(await read(0, 4096)) ? type : unknownType;
}

/** None of these types runs anything when opened from this address. */
const proofs = new Map<string, (head: Uint8Array) => boolean>([
  ["application/pdf", begins("%PDF-")],
  ["application/zip", begins("PK")],
  ["application/gzip", begins("\x1f\x8b")],
  ["text/plain", isText],
  ["text/csv", isText],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", begins("PK")],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", begins("PK")],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", begins("PK")],
  ["application/vnd.oasis.opendocument.text", begins("PK")],
  ["application/vnd.oasis.opendocument.spreadsheet", begins("PK")],
]);

function begins(magic: string): (head: Uint8Array) => boolean {
  return (head) => String.fromCharCode(...head.subarray(0, magic.length)) === magic;
}

function isText(head: Uint8Array): boolean {
  return !head.includes(0);
}
