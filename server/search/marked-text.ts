import { type RawBuilder, sql } from "kysely";
import type { Marks } from "../../shared/tickets/vocabulary.ts";

/** No text that people write holds these: they stand where a mark begins and ends. */
const begin = "\ue000";
const end = "\ue001";
/** And this beside a letter that is read as several, and before a digit that is one of its own. */
const room = "\ue002";

export function withoutRoom(text: string): string {
  return text.replaceAll(room, "");
}

export function takeMarks(marked: string): Piece {
  const marks: Marks = [];
  let text = "";
  for (const [index, piece] of withoutRoom(marked).split(begin).entries()) {
    const [inside = "", ...outside] = index === 0 ? ["", piece] : piece.split(end);
    if (inside) marks.push([text.length, text.length + inside.length]);
    text += inside + outside.join("");
  }
  return { text: text.replaceAll(end, ""), marks };
}

export interface Piece {
  text: string;
  marks: Marks;
}

/** The text itself, with the marks of one that has a blank for each of its signs. */
export function markedAs(text: string, marked: string): string {
  let at = 0;
  const letters = marked.split("").map((letter) => {
    if (letter === begin || letter === end) return letter;
    at += 1;
    return text[at - 1];
  });
  return letters.join("");
}

/**
 * With a blank for each sign, as words are read: else Postgres takes an address, a version or a path for
 * one word, and marks none of those that were asked for. What is read as several letters has room for them.
 */
export function withoutSigns(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const from = signs + room + Object.keys(plainLetters).join("");
  const to = " ".repeat(signs.length + room.length) + Object.values(plainLetters).join("");
  const plain = sql`case when strpos(${text}, ${sql.lit(room)}) = 0 then ${text}
    else ${eachReplaced(text, (letter, letters) => [withRoom(letter, letters), letters])} end`;
  return sql`translate(${plain}, ${sql.lit(from)}, ${sql.lit(to)})`;
}

export function makingRoom(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const any = `[${severalLetters.map(([letter]) => letter).join("")}]|[0-9][${raised}]`;
  const split = sql`regexp_replace(${text}, ${sql.lit(`([0-9])([${raised}])`)},
    ${sql.lit(`\\1${room}\\2`)}, 'g')`;
  return sql`case when ${text} ~ ${sql.lit(any)}
    then ${eachReplaced(split, (letter, letters) => [letter, withRoom(letter, letters)])}
    else ${text} end`;
}

function eachReplaced(
  text: RawBuilder<unknown>,
  change: (letter: string, letters: string) => [from: string, to: string],
): RawBuilder<unknown> {
  return severalLetters.reduce((text, [letter, letters]) => {
    const [from, to] = change(letter, letters);
    return sql`replace(${text}, ${sql.lit(from)}, ${sql.lit(to)})`;
  }, text);
}

/** Without what stands for marks and for room, should a text hold it. */
export function withoutMarks(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`translate(${text}, ${sql.lit(begin + end + room)}, '')`;
}

/** How Postgres is told to mark. */
export const marking = `StartSel=${begin}, StopSel=${end}`;

/** As long as what it is read as, and where that begins. */
function withRoom(letter: string, letters: string): string {
  return room + letter + room.repeat(letters.length - 2);
}

const signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\u00ad";

/** Behind a number they are one of their own. */
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉";

/** Kept with the words they stand in. */
const plainLetters = {
  ...{ "⁰": 0, "¹": 1, "²": 2, "³": 3, "⁴": 4, "⁵": 5, "⁶": 6, "⁷": 7, "⁸": 8, "⁹": 9 },
  ...{ "₀": 0, "₁": 1, "₂": 2, "₃": 3, "₄": 4, "₅": 5, "₆": 6, "₇": 7, "₈": 8, "₉": 9 },
  ς: "σ",
};

/** Words of their own, and how they are read; a fraction is two. */
const severalLetters = Array.from(
  "№½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞",
  (letter) =>
    [letter, ` ${letter.normalize("NFKC").replace("\u2044", " ").toLowerCase()} `] as const,
);
