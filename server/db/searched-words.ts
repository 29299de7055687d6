import { type RawBuilder, type SqlBool, sql } from "kysely";

const mostWords = 8;

/** The words of a simple search, all of which must occur. */
export function searchedWords(search: string | undefined): string[] {
  const words = search?.trim().split(/\s+/).filter(Boolean) ?? [];
  return [...new Set(words)].slice(0, mostWords);
}

/** Words that must occur, or together form a part of a phone number. */
export interface SearchedPart {
  words: string[];
  /** Null if they form none: with fewer than four digits, nearly every number would match. */
  digits: string | null;
  /** The beginnings of numbers without a country code, when this one has one. */
  inCountry: string[];
}

/** The same for people: words that may form a phone number are combined. */
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

/** Whether a number stored as its digits equals or contains the searched one. */
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

/** Leading zeros are dialling prefixes and not stored. */
function digitsOf(text: string): string {
  const digits = text.replace("(0)", "").replace(/\D/g, "");
  const bare = digits.replace(/^0+/, "");
  return bare.length >= leastDigits ? bare : digits;
}

/** With the trunk zero, or without it where a country has none. */
function inCountry(text: string, digits: string): string[] {
  if (!/^\+|^00/.test(text)) return [];
  const bare = digits.slice(lengthOfCountry(digits));
  return bare.length >= leastDigits ? [`0${bare}`, bare] : [];
}

/** The length of the country code: no code is the beginning of another. */
function lengthOfCountry(digits: string): number {
  if (/^[17]/.test(digits)) return 1;
  return /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.test(digits) ? 2 : 3;
}
