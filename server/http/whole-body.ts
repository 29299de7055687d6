import { isUtf8 } from "node:buffer";
import type { MiddlewareHandler } from "hono/types";
import { AppError } from "../../shared/errors.ts";
import type { Env } from "./env.ts";

interface BodyLimits {
  /** For the call at this path; throws where there can be none. */
  bytes: (path: string) => number;
  /** How deep lists and objects can be nested. */
  depth: number;
  /** How long the body may take to arrive. */
  withinMs: number;
}

/**
 * Receives the whole body before it is parsed, and refuses it if it is too long, too deep or too slow. A deeply nested
 * body costs seconds wherever it is walked, and blocks everyone.
 */
export function wholeBody(
  limits: BodyLimits,
  { but }: { but?: RegExp } = {},
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { body, headers } = c.req.raw;
    if (!body || but?.test(c.req.path)) return await next();
    const most = limits.bytes(c.req.path);
    if (Number(headers.get("Content-Length")) > most) throw new AppError("too_large");
    const bytes = await receive(body, most, limits.withinMs);
    if (isDeeper(bytes, limits.depth)) {
      throw new AppError("invalid_json", {
        message: "The body of the request is nested too deep.",
      });
    }
    // Decoded as UTF-8 it would be stored with replacement characters.
    if (!isUtf8(bytes)) {
      throw new AppError("invalid_json", { message: "The body of the request is not UTF-8." });
    }
    c.req.raw = new Request(c.req.raw, { body: bytes });
    await next();
  };
}

async function receive(
  body: ReadableStream<Uint8Array>,
  most: number,
  withinMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel().catch(() => {});
  }, withinMs);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new AppError("body_broken");
      });
      if (done) break;
      size += value.length;
      if (size > most) {
        reader.cancel().catch(() => {});
        throw new AppError("too_large");
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  if (late) throw new AppError("body_broken");
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const [quote, backslash] = [0x22, 0x5c];
const opens = new Set([0x5b, 0x7b]);
const closes = new Set([0x5d, 0x7d]);

/** Brackets within strings do not count. */
function isDeeper(bytes: Uint8Array, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (inText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (opens.has(byte)) {
      depth += 1;
      if (depth > most) return true;
    } else if (closes.has(byte)) depth -= 1;
  }
  return false;
}
