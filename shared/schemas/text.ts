import * as z from "zod/mini";
import { normalizeName } from "../normalize-name.ts";
import "./issue-words.ts";

/**
 * Text as people type it: trimmed, its accents in one spelling, without what Postgres cannot store
 * (NUL) and what is no Unicode text at all (half of a surrogate pair). One line of it stands in lists,
 * subjects of mails and the audit log beside others: nothing in it may end the line, speak to a
 * terminal, or make what comes after it read other than it is.
 */
export function line(maxLength: number, minLength = 1) {
  return z
    .string()
    .check(
      ...[notFarOver(maxLength), z.overwrite(normalizeName)],
      ...[z.minLength(minLength), atMost(maxLength), storable, noLineBreak, noControl],
    );
}

/** Of several lines, and of whatever else stood in what somebody pasted. */
export function paragraph(maxLength: number, minLength = 1) {
  return z
    .string()
    .check(
      ...[notFarOver(maxLength), z.trim(), z.minLength(minLength), atMost(maxLength), storable],
    );
}

/** A text that is too long is read by no later check: patterns and transformations can cost quadratic time. */
export function atMost(maxLength: number) {
  return z.maxLength(maxLength, { abort: true });
}

/**
 * Comes before what shortens a text: trimmed and with composed accents, a text of up to four times the length
 * may still be short enough.
 */
export function notFarOver(maxLength: number) {
  return z.refine<string>((text) => text.length <= 4 * maxLength + 100, {
    error: `At most ${maxLength} characters fit here.`,
    abort: true,
  });
}

export const storable = z.refine<string>((text) => !text.includes("\0") && text.isWellFormed(), {
  error: "This holds characters that cannot be stored.",
});

/** Halves of surrogate pairs all become the same character once they are bytes. */
export const wellFormed = z.refine<string>((text) => text.isWellFormed(), {
  error: "This holds characters that are no text.",
});

const noLineBreak = z.refine<string>((text) => !/[\r\n\v\f\u0085\u2028\u2029]/.test(text), {
  error: "This must be a single line.",
});

/** Joiners and the marks of scripts written from right to left are part of honest names. */
const noControl = z.refine<string>((text) => !control.test(text), {
  error: "This contains invisible control characters.",
});

/** But NUL and the ends of lines, which have words of their own. */
const control = /(?![\0\r\n\v\f\u0085])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

/** In the letters that the database has it in: two spellings of one id are compared as text. */
export const uuid = z.uuid().check(z.toLowerCase());

/** tRPC's infinite queries say which way they go; every list of ours only goes on. */
export const pageDirection = z.optional(z.literal("forward"));
