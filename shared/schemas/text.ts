import * as z from "zod/mini";
import { normalizeName } from "../normalize-name.ts";

// zod/mini has no messages of its own; both APIs and every form use these.
z.config({ localeError: wordsForIssue });

/**
 * Typed text: trimmed, in composed form, without what Postgres cannot store (NUL) or what is not Unicode
 * (half of a surrogate pair). One line appears in lists, mail subjects and the audit log: it must not break
 * the line, control a terminal, or change how the text after it is displayed.
 */
export function line(maxLength: number, minLength = 1) {
  return z
    .string()
    .check(
      ...[notFarOver(maxLength), z.overwrite(normalizeName)],
      ...[z.minLength(minLength), atMost(maxLength), storable, noLineBreak, noControl],
    );
}

/** Several lines, with whatever else was pasted. */
export function paragraph(maxLength: number, minLength = 1) {
  return z
    .string()
    .check(
      ...[notFarOver(maxLength), z.trim(), z.minLength(minLength), atMost(maxLength), storable],
    );
}

/** A text that is too long skips the later checks: patterns and transformations can cost quadratic time. */
export function atMost(maxLength: number) {
  return z.maxLength(maxLength, { abort: true });
}

/**
 * Checked before what shortens a text: trimmed and composed, a text of up to four times the length may still
 * be short enough.
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

/** Halves of surrogate pairs all become the same character in UTF-8. */
export const wellFormed = z.refine<string>((text) => text.isWellFormed(), {
  error: "This holds characters that are no text.",
});

const noLineBreak = z.refine<string>((text) => !/[\r\n\v\f\u0085\u2028\u2029]/.test(text), {
  error: "This must be a single line.",
});

/** Joiners and direction marks of right-to-left scripts occur in real names. */
const noControl = z.refine<string>((text) => !control.test(text), {
  error: "This contains invisible control characters.",
});

/** Except NUL and line breaks, which have their own messages. */
const control = /(?![\0\r\n\v\f\u0085])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

/** In the database's lower case: ids are compared as text. */
export const uuid = z.uuid().check(z.toLowerCase());

/** tRPC's infinite queries send a direction; our lists only go forward. */
export const pageDirection = z.optional(z.literal("forward"));

function wordsForIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null
        ? "This is required."
        : `This must be ${typeNames[issue.expected] ?? "of another kind"}.`;
    case "too_small":
      if (issue.origin === "string") {
        return issue.minimum === 1
          ? "This is required."
          : `This needs at least ${issue.minimum} characters.`;
      }
      return issue.origin === "array"
        ? `Choose at least ${issue.minimum}.`
        : `This must be at least ${issue.minimum}.`;
    case "too_big":
      if (issue.origin === "string") return `At most ${issue.maximum} characters fit here.`;
      return issue.origin === "array"
        ? `At most ${issue.maximum} are possible.`
        : `This may be at most ${issue.maximum}.`;
    case "invalid_format":
      return issue.format === "email" ? "This is not an email address." : "This is not valid.";
    case "invalid_value":
      return `This must be one of: ${issue.values.map(String).join(", ")}.`;
    default:
      return "This is not valid.";
  }
}

const typeNames: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
