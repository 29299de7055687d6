import { AppError } from "../../shared/errors.ts";

/** A page of a list starts after this row: its sort key and its id, opaque to the reader. */
export function encodeCursor(parts: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

export function decodeCursor(cursor: string, length: number): (string | number | null)[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(parts) && parts.length === length && parts.every(isCursorPart)) return parts;
  } catch {}
  throw new AppError("invalid_cursor");
}

function isCursorPart(part: unknown): part is string | number | null {
  return part === null || typeof part === "string" || typeof part === "number";
}
