import { fold } from "../../shared/fold.ts";
import type { Marks } from "../../shared/tickets/vocabulary.ts";

/** A word of a text, as the index of words has it. */
export interface Word {
  start: number;
  end: number;
  /** What Postgres is asked about; null if the word is none of the typed ones. */
  plain: string | null;
}

/** Typed words as they are compared with those of a text. */
interface Typed {
  words: readonly string[];
  firstLetters: ReadonlySet<string>;
}

export function typedIn(text: string): Typed {
  const words = spansIn(text)
    .flatMap(([start, end]) => partsOf(text.slice(start, end)))
    .map(fold);
  return { words, firstLetters: new Set(words.map((word) => word[0] ?? "")) };
}

/** The words of a text, with those that could be one of the typed words; which are, only Postgres knows. */
export function wordsIn(text: string, typed: Typed): Word[] {
  return spansIn(text).map(([start, end]) => {
    const word = text.slice(start, end);
    const [plain = ""] = isAscii(word) ? [word.toLowerCase()] : partsOf(word);
    return { start, end, plain: couldBe(plain, typed) ? plain : null };
  });
}

/** Endings differ: `customs` finds “customer”, which is not marked. */
function couldBe(plain: string, { words, firstLetters }: Typed): boolean {
  const folded = isAscii(plain) ? plain.toLowerCase() : fold(plain);
  if (!firstLetters.has(folded[0] ?? "")) return false;
  return !isLatin(folded) || words.some((typed) => isLatin(typed) && isShared(folded, typed));
}

function isShared(word: string, typed: string): boolean {
  return word.startsWith(typed.replace(/[ey]$/, "")) || typed.startsWith(word);
}

function isLatin(folded: string): boolean {
  return /^[a-z]+$/.test(folded);
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/** Letters that are words of their own within others, as for Postgres: fractions and №. */
const apart = "\u00bc-\u00be\u2116\u2150-\u215e\u2189";
/** After a number, raised and lowered digits are a word of their own. */
const raised = "\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089";

const anyWord = new RegExp(`[${apart}]|(?:(?![${apart}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const beforeRaised = new RegExp(`(?<=[0-9])(?=[${raised}])`, "u");

function spansIn(text: string): [start: number, end: number][] {
  if (isAscii(text)) {
    return [...text.matchAll(/[A-Za-z0-9]+/g)].map(({ 0: word, index }) => [
      index,
      index + word.length,
    ]);
  }
  return [...text.matchAll(anyWord)].flatMap(({ 0: word, index }) => {
    let start = index;
    return word.split(beforeRaised).map((part): [number, number] => {
      start += part.length;
      return [start - part.length, start];
    });
  });
}

/** ½ is read as 1 and 2, and № as no. */
function partsOf(word: string): string[] {
  return word
    .normalize("NFKC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
}

type IsMarked = (word: Word) => boolean;

export function marksIn(words: readonly Word[], isMarked: IsMarked): Marks {
  return words.filter(isMarked).map(({ start, end }) => [start, end]);
}

/** Private characters where a mark begins and ends, so that marks survive changes of the text around them. */
const begin = "\ue000";
const end = "\ue001";

export function withoutMarkSigns(text: string): string {
  return text.replace(/[\ue000\ue001]/g, "");
}

/** How many words an excerpt has, and how many come before the first marked one; without one, the first few. */
const excerptWords = { most: 24, before: 11, unmarked: 12 };

/** The first marked word with those around it, with signs at all marks. */
export function excerptAround(text: string, words: readonly Word[], isMarked: IsMarked): string {
  const found = words.findIndex(isMarked);
  const first = Math.max(found - excerptWords.before, 0);
  const count = found < 0 ? excerptWords.unmarked : excerptWords.most;
  const shown = words.slice(first, first + count);
  let at = shown[0]?.start ?? 0;
  const pieces = shown.map((word) => {
    const between = text.slice(at, word.start);
    at = word.end;
    const own = text.slice(word.start, word.end);
    return between + (isMarked(word) ? begin + own + end : own);
  });
  return pieces.join("");
}

export interface Piece {
  text: string;
  marks: Marks;
}

/** The text without the signs, and where they were. */
export function takeMarks(marked: string): Piece {
  const marks: Marks = [];
  let text = "";
  for (const [index, piece] of marked.split(begin).entries()) {
    const [inside = "", ...outside] = index === 0 ? ["", piece] : piece.split(end);
    if (inside) marks.push([text.length, text.length + inside.length]);
    text += inside + outside.join("");
  }
  return { text: text.replaceAll(end, ""), marks };
}
