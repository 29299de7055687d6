import { findOperator, type Language } from "./operators.ts";
import { tokensOf } from "./tokens.ts";

/** A text as mere words and numbers to search for, whatever operators it seems to name. */
export function asWords(text: string): string | undefined {
  const words = text
    .replace(/[":]/g, " ")
    .split(/\s+/)
    .map((word) => word.replace(/^-+/, ""))
    .filter(Boolean);
  return words.length === 0 ? undefined : words.slice(0, 20).join(" ");
}

/** Whether only what is snoozed is searched, so that one ticket can wake before another. */
export function asksForSnoozed(text: string): boolean {
  return tokensOf(text).some(
    ({ not, operator, parts: [part, other] }) =>
      !not && operator?.toLowerCase() === "is" && part?.text.toLowerCase() === "snoozed" && !other,
  );
}

/** Whether any words are searched, so that one ticket can fit better than another. */
export function hasWords(text: string, language: Language): boolean {
  return tokensOf(text).some(({ not, operator, parts: [part] }) => {
    if (not) return false;
    if (operator !== null) return findOperator(language, operator) === undefined;
    const said = part?.text.trim() ?? "";
    return said !== "" && (part?.quoted === true || !/^#\d+$/.test(said));
  });
}
