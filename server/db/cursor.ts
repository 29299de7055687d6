import { AppError } from "../../shared/errors.ts";

/** The position after a row of a list: its sort key and id, opaque to clients. */
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
