import { type RawBuilder, type SqlBool, sql } from "kysely";

const mostWords = 8;

/** The words that a simple search looks for: each must stand somewhere. */
export function searchedWords(search: string | undefined): string[] {
  const words = search?.trim().split(/\s+/).filter(Boolean) ?? [];
  return [...new Set(words)].slice(0, mostWords);
}

/** Words that stand somewhere, or are together a part of a phone number. */
export interface SearchedPart {
  words: string[];
  /** Null where they are none: of fewer than four digits each number has some. */
  digits: string | null;
  /** How numbers begin that say no country, where this one says its own. */
  inCountry: string[];
}

/** The same of people: what may be a number, however it is typed, is taken together. */
export function searchedParts(search: string | undefined): SearchedPart[] {
  const runs: { text: string; isNumber: boolean }[] = [];
  for (const word of search?.trim().split(/\s+/).filter(Boolean) ?? []) {
    const isNumber = /^[\d+()/.\-\u2010-\u2015]+$/.test(word);
    const last = runs.at(-1);
    if (last && isNumber && last.isNumber) last.text += ` ${word}`;
    else runs.push({ text: word, isNumber });
  }
  const parts = runs.flatMap(({ text, isNumber }): SearchedPart[] => {
    const digits = isNumber ? digitsOf(text) : "";
    const words = searchedWords(text);
    if (digits.length >= leastDigits) {
      return [{ words, digits, inCountry: inCountry(text, digits) }];
    }
    return words.map((word) => ({ words: [word], digits: null, inCountry: [] }));
  });
  const told = new Map(parts.map((part) => [part.words.join(" "), part]));
  return [...told.values()].slice(0, mostWords);
}

/** Whether a number that is kept as its digits is the one that is looked for, or has it in it. */
export function isCalledFrom(
  kept: RawBuilder<unknown>,
  { digits, inCountry }: SearchedPart,
): RawBuilder<SqlBool> {
  const like = [`%${digits}%`, ...inCountry.map((begin) => `${begin}%`)];
  return sql<SqlBool>`(${sql.join(
    like.map((pattern) => sql`${kept} like ${pattern}`),
    sql` or `,
  )})`;
}

const leastDigits = 4;

/** Zeros before it lead out of a town or a country, and are not written down with the rest. */
function digitsOf(text: string): string {
  const digits = text.replace("(0)", "").replace(/\D/g, "");
  const bare = digits.replace(/^0+/, "");
  return bare.length >= leastDigits ? bare : digits;
}

/** With the zero that leads out of a town, or without one where a country has none. */
function inCountry(text: string, digits: string): string[] {
  if (!/^\+|^00/.test(text)) return [];
  const bare = digits.slice(lengthOfCountry(digits));
  return bare.length >= leastDigits ? [`0${bare}`, bare] : [];
}

/** As countries were given their codes: no code is how another begins. */
function lengthOfCountry(digits: string): number {
  if (/^[17]/.test(digits)) return 1;
  return /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.test(digits) ? 2 : 3;
}
