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
    if (digits.length >= leastDigits) return [{ words, digits }];
    return words.map((word) => ({ words: [word], digits: null }));
  });
  const told = new Map(parts.map((part) => [part.words.join(" "), part]));
  return [...told.values()].slice(0, mostWords);
}

const leastDigits = 4;

/** Zeros before it lead out of a town or a country, and are not written down with the rest. */
function digitsOf(text: string): string {
  const digits = text.replace("(0)", "").replace(/\D/g, "");
  const bare = digits.replace(/^0+/, "");
  return bare.length >= leastDigits ? bare : digits;
}
