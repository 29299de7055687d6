import { findOperator, type Language } from "./operators.ts";
import { tokensOf } from "./tokens.ts";

/** The words and numbers of a text, without operators. */
export function asWords(text: string): string | undefined {
  const words = text
    .replace(/[":]/g, " ")
    .split(/\s+/)
    .map((word) => word.replace(/^-+/, ""))
    .filter(Boolean);
  return words.length === 0 ? undefined : words.slice(0, 20).join(" ");
}

/** Whether only snoozed tickets are searched, which can be sorted by when they wake. */
export function asksForSnoozed(text: string): boolean {
  return tokensOf(text).some(
    ({ not, operator, parts: [part, other] }) =>
      !not && operator?.toLowerCase() === "is" && part?.text.toLowerCase() === "snoozed" && !other,
  );
}

/** Whether the query has words, so that it can be sorted by relevance. */
export function hasWords(text: string, language: Language): boolean {
  return tokensOf(text).some(({ not, operator, parts: [part] }) => {
    if (not) return false;
    if (operator !== null) return findOperator(language, operator) === undefined;
    const said = part?.text.trim() ?? "";
    return said !== "" && (part?.quoted === true || !/^#\d+$/.test(said));
  });
}

/** Shorter beginnings would match nearly everything. */
export function canBePrefix(word: string): boolean {
  return /^\p{L}[\p{L}\p{N}]{2,29}$/u.test(word);
}

/** A query that is being typed: its last word is the beginning of a word. */
export function withPrefix(text: string): string {
  const last = tokensOf(text).at(-1);
  const [part] = last?.parts ?? [];
  if (!last || !part || last.end !== text.length) return text;
  const isWord = !last.not && last.operator === null && !part.quoted && canBePrefix(part.text);
  return isWord ? `${text}*` : text;
}
