import { isInlineImage } from "../../shared/files.ts";
import type { FoundFile } from "./find-file.ts";
import type { ByteRange } from "./place.ts";

/** The requested part of a file: all of it, a range, or nothing satisfiable. */
type Wanted = { part: ByteRange | null } | "nothing";

/** A single byte range; several ranges, or an invalid one, get the whole file. */
export function readRange(header: string | undefined, size: number): Wanted {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return { part: null };
  const [, first = "", last = ""] = match;
  if (first === "") {
    const from = Math.max(0, size - Number(last));
    return from < size ? { part: { from, to: size } } : "nothing";
  }
  const from = Number(first);
  const to = last === "" ? size : Math.min(size, Number(last) + 1);
  if (last !== "" && Number(last) < from) return { part: null };
  return from < size ? { part: { from, to } } : "nothing";
}

/** A file's bytes never change, so its id identifies them. */
export function etagOf({ id }: Pick<FoundFile, "id">): string {
  return `"${id}"`;
}

/** An uploaded file must run nothing and frame nothing, and is revalidated each time. */
export function headersOf(file: FoundFile): Record<string, string> {
  return {
    "Content-Type": file.type,
    "Content-Disposition": dispositionOf(file),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cache-Control": "private, no-cache",
    "Accept-Ranges": "bytes",
    ETag: etagOf(file),
  };
}

function dispositionOf({ name, type }: FoundFile): string {
  const way = isInlineImage(type) ? "inline" : "attachment";
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${way}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
