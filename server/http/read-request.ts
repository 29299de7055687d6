import type { Context } from "hono";
import { AppError, refuseInput } from "../../shared/errors.ts";
import { isUuid } from "../../shared/ids.ts";

interface Schema<T> {
  parse(value: unknown): T;
}

/** The body of a REST call, parsed once at the edge. */
export async function readJson<T>(c: Context, schema: Schema<T>): Promise<T> {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AppError("wrong_media_type");
  const text = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError("invalid_json");
  }
  return schema.parse(body);
}

/** A file is sent as it is: in a form, the lines around it would become part of the file. */
export function refuseForm(c: Context): void {
  if (!/^multipart\/form-data\s*(;|$)/i.test(c.req.header("Content-Type") ?? "")) return;
  throw new AppError("wrong_media_type", {
    message: "Send the file itself as the body, not as a form.",
  });
}

/** An id in a path; anything else is not found. */
export function readUuid(text: string): string {
  if (!isUuid(text)) throw new AppError("not_found");
  return text.toLowerCase();
}

/** The header `Idempotency-Key`. */
export function readRequestKey(c: Context): string | null {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return null;
  if (isUuid(key)) return key.toLowerCase();
  throw refuseInput("Idempotency-Key", "This must be a UUID.");
}

const wellFormedId = /^[\w.:+/=-]{8,64}$/;
const wellFormedTrace = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The proxy's id of a request, if it sent one that can be written to a log; otherwise a new one. */
export function requestIdOf(header: string | undefined): string {
  return header && wellFormedId.test(header) ? header : Bun.randomUUIDv7();
}

/** The id of the trace that a W3C `traceparent` names. */
export function traceIdOf(header: string | undefined): string | undefined {
  return wellFormedTrace.exec(header ?? "")?.[1];
}
