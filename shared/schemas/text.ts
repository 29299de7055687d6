import * as z from "zod/mini";
import "./words.ts";

/**
 * Text as people type it: trimmed, without what Postgres cannot store (NUL) and what is no
 * Unicode text at all (half of a surrogate pair).
 */
export function line(maxLength: number, minLength = 1) {
  return z
    .string()
    .check(z.trim(), z.minLength(minLength), z.maxLength(maxLength), storable, noLineBreak);
}

export function paragraph(maxLength: number, minLength = 1) {
  return z.string().check(z.trim(), z.minLength(minLength), z.maxLength(maxLength), storable);
}

export const storable = z.refine<string>((text) => !text.includes("\0") && text.isWellFormed(), {
  error: "This holds characters that cannot be stored.",
});

const noLineBreak = z.refine<string>((text) => !/[\r\n]/.test(text), {
  error: "This must be a single line.",
});

export const uuid = z.uuid();

/** tRPC's infinite queries say which way they go; every list of ours only goes on. */
export const pageDirection = z.optional(z.literal("forward"));
