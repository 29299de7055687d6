import { type RawBuilder, sql } from "kysely";
import { fold } from "../../shared/fold.ts";
import type { Marks, TicketHit } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Sight } from "../access/scope.ts";
import { keepStatement } from "../db/statement.ts";
import { excerptOf } from "./excerpt.ts";
import { isReadable, partsOf, typedWords, wordsQuery } from "./match.ts";

interface FoundHit {
  id: string;
  subject: string;
  markedSubject: string;
  /** A piece of a message, and the same with marks and spaces for its signs. */
  piece: string | null;
  body: string | null;
  /** Numbers directly before and after the piece. */
  before: string | null;
  after: string | null;
  /** The beginning and the end of the message. */
  opening: string | null;
  ending: string | null;
  kind: "public" | "note" | null;
  author: string | null;
  file: string | null;
  markedFile: string | null;
  messageId: string | null;
}

/** Where the words are in each of these tickets, in what the reader can read. */
export async function findHits(
  { db }: ActorDeps,
  tickets: readonly { id: string }[],
  sight: Sight,
  words: string,
): Promise<Map<string, TicketHit>> {
  const rows = await selectHits(db, sight, { ids: tickets.map(({ id }) => id), words });
  const typed = typedWords(words).map(fold);
  return new Map(rows.map((row) => [row.id, presentHit(row, typed)]));
}

/** Only words that contain the typed text: `customs` finds “customer”, which is not marked. */
function typedMarks(text: string, marks: Marks, typed: readonly string[]): Marks {
  return marks.filter(([start, end]) => {
    const word = fold(text.slice(start, end));
    // How other signs and alphabets are read, only Postgres knows.
    if (!/^[a-z]+$/.test(word)) return true;
    return typed.some((one) => !/^[a-z]+$/.test(one) || isShared(word, one));
  });
}

function isShared(word: string, typed: string): boolean {
  return word.startsWith(typed.replace(/[ey]$/, "")) || typed.startsWith(word);
}

/** Whether a marked word is one of those that were typed, letter by letter. */
export function hasTypedWord({ subject, message, file }: TicketHit, of: string, words: string) {
  const typed = new Set(typedWords(words).map(fold));
  const isTyped = (text: string, marks: Marks) =>
    marks.some(([start, end]) => typed.has(fold(text.slice(start, end))));
  return (
    isTyped(of, subject) ||
    (message !== null && isTyped(message.text, message.marks)) ||
    (file !== null && isTyped(file.name, file.marks))
  );
}

function presentHit(found: FoundHit, typed: readonly string[]): TicketHit {
  const { subject, markedSubject, piece, body, before, after, kind, author } = found;
  const { file, markedFile, messageId } = found;
  const shared = (text: string, marked: string) =>
    typedMarks(withoutRoom(text), takeMarks(markedAs(text, marked)).marks, typed);
  const message =
    piece === null || body === null
      ? null
      : asPieceOf(
          found,
          takeMarks(plainPiece((before ?? "") + markedAs(piece, body) + (after ?? ""))),
        );
  return {
    subject: shared(subject, markedSubject),
    message: message && {
      author: author ?? "",
      note: kind === "note",
      text: message.text,
      marks: typedMarks(message.text, message.marks, typed),
    },
    file: file === null ? null : { name: withoutRoom(file), marks: shared(file, markedFile ?? "") },
    messageId: message || file !== null ? messageId : null,
  };
}

/** Without Markdown signs, since a piece may hold only one of a pair. */
function plainPiece(body: string): string {
  return excerptOf(withoutRoom(body), snippetLength).replace(/\*\*|~~|`+/g, "");
}

const snippetLength = 180;

/** Postgres neither begins nor ends a piece with a number, so numbers next to it are added. */
function numbersBefore(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const numbers = "(?:^|[^[:alnum:]])((?:[0-9]+[^[:alnum:]]+)+)$";
  return sql`substring(right(${text}, ${sql.lit(edgeLength)}) from ${sql.lit(numbers)})`;
}

function numbersAfter(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const numbers = "^((?:[^[:alnum:]]+[0-9]+)+)(?![[:alnum:]])";
  return sql`substring(left(${text}, ${sql.lit(edgeLength)}) from ${sql.lit(numbers)})`;
}

/** Dots show that the message has text before or after the piece. */
function asPieceOf({ opening, ending }: FoundHit, { text, marks }: Piece): Piece {
  const shown = lettersOf(text);
  const isFirst = lettersOf(opening ?? "").startsWith(shown.slice(0, compared));
  const isLast = text.endsWith("…") || lettersOf(ending ?? "").endsWith(shown.slice(-compared));
  const before = isFirst ? "" : "…";
  const moved = (place: number) => place + before.length;
  return {
    text: before + text + (isLast ? "" : "…"),
    marks: marks.map(([start, end]) => [moved(start), moved(end)]),
  };
}

/** How many letters are compared to find out whether a piece is at an end of its message. */
const compared = 12;
const edgeLength = 80;

/** Markdown signs and full stops differ between a piece and its message. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Only the newest messages, since a ticket can have thousands. */
const lookedInto = 50;

/** The newest message of the ticket `t` that meets the condition. */
function newestOf(sight: Sight, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select newest.* from (
      select m.body, m.kind, m.author_id, m.created_at, m.id from messages m
      where m.ticket_id = t.id and ${isReadable(sight)}
      order by m.created_at desc, m.id desc limit ${sql.lit(lookedInto)}
    ) newest
    where ${condition} order by newest.created_at desc, newest.id desc limit 1`;
}

/**
 * Any of the words just as it was typed. A message with one comes first, since this costs a
 * twentieth of reading all words of a message.
 */
function anyTyped(words: RawBuilder<unknown>): RawBuilder<unknown> {
  const { whole, beginning } = partsOf(words);
  const each = sql`regexp_replace(btrim(plain_words(${whole})), '\\s+', '\\M|', 'g')`;
  return sql`'\\m(' || concat_ws('|', nullif(${each}, '') || '\\M',
    nullif(plain_words(${beginning}), '')) || ')'`;
}

const selectHits = keepStatement<Sight, { ids: string[]; words: string }, FoundHit>(
  (sight, slot) => {
    const query = wordsQuery(sql`(select ${slot("words")}::text)`);
    const headline = (plain: RawBuilder<unknown>, options: string) =>
      sql`ts_headline('desk_words', ${plain}, asked.words, ${sql.lit(`${marking}, ${options}`)})`;
    const whole = (text: RawBuilder<unknown>) => headline(withoutSigns(text), "HighlightAll=true");
    const subject = makingRoom(withoutMarks(sql`t.subject`));
    const aPiece = "MaxFragments=1, MinWords=12, MaxWords=24, ShortWord=0";
    return sql`
      with asked as materialized (
        select replace(${query}::text, '&', '|')::tsquery as words,
          ${anyTyped(sql`(select ${slot("words")}::text)`)} as typed
      )
      select t.id,
        ${subject} as subject, ${whole(subject)} as "markedSubject",
        substr(shown.body, place.begins, place.length) as piece, marked.body,
        ${numbersBefore(sql`left(shown.body, place.begins - 1)`)} as before,
        ${numbersAfter(sql`substr(shown.body, place.begins + place.length)`)} as after,
        left(found.body, ${sql.lit(edgeLength)}) as opening,
        right(found.body, ${sql.lit(edgeLength)}) as ending,
        found.kind, btrim(author.first_name || ' ' || author.last_name) as author,
        file.name as file, ${whole(sql`file.name`)} as "markedFile",
        coalesce(found.id, file.message_id) as "messageId"
      from asked, unnest((select ${slot("ids")}::uuid[])) as wanted (id)
      join tickets t on t.id = wanted.id
      left join lateral (
        (${newestOf(sight, sql`newest.body collate "C" ~* asked.typed`)})
        union all
        (${newestOf(sight, sql`to_tsvector('desk_words', plain_words(newest.body)) @@ asked.words`)})
        limit 1
      ) found on true
      left join lateral (
        select body, ${withoutSigns(sql`body`)} as plain
        from (select ${makingRoom(withoutMarks(sql`left(found.body, 20000)`))} as body offset 0) beginning offset 0
      ) shown on true
      left join lateral (
        select ${headline(sql`shown.plain`, aPiece)} as body offset 0
      ) marked on true
      left join lateral (
        select strpos(shown.plain, ${withoutMarks(sql`marked.body`)}) as begins,
          char_length(${withoutMarks(sql`marked.body`)}) as length
      ) place on true
      left join users author on author.id = found.author_id
      left join lateral (
        select named.message_id, ${makingRoom(withoutMarks(sql`named.name`))} as name from (
          select f.message_id, f.name, m.created_at, f.position, f.id
          from messages m join files f on f.message_id = m.id
          where found.body is null and m.ticket_id = t.id and ${isReadable(sight)}
            and f.redacted_at is null and to_tsvector('desk_words', plain_words(f.name)) @@ asked.words
          order by m.created_at desc, f.position, f.id limit 1
        ) named
      ) file on true`;
  },
);

/** Private characters where a mark begins and ends. */
const begin = "\ue000";
const end = "\ue001";
/** And one that pads a letter that is read as several, and precedes a raised digit. */
const room = "\ue002";

function withoutRoom(text: string): string {
  return text.replaceAll(room, "");
}

function takeMarks(marked: string): Piece {
  const marks: Marks = [];
  let text = "";
  for (const [index, piece] of withoutRoom(marked).split(begin).entries()) {
    const [inside = "", ...outside] = index === 0 ? ["", piece] : piece.split(end);
    if (inside) marks.push([text.length, text.length + inside.length]);
    text += inside + outside.join("");
  }
  return { text: text.replaceAll(end, ""), marks };
}

interface Piece {
  text: string;
  marks: Marks;
}

/** The original text with the marks of its copy, in which signs are spaces. */
function markedAs(text: string, marked: string): string {
  let at = 0;
  const letters = marked.split("").map((letter) => {
    if (letter === begin || letter === end) return letter;
    at += 1;
    return text[at - 1];
  });
  return letters.join("");
}

/**
 * With a space for each sign, as words are indexed. Otherwise Postgres takes a URL, a version or a
 * path for one word and marks nothing in it. Letters that are read as several are padded.
 */
function withoutSigns(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const from = signs + room + Object.keys(plainLetters).join("");
  const to = " ".repeat(signs.length + room.length) + Object.values(plainLetters).join("");
  const plain = sql`case when strpos(${text}, ${sql.lit(room)}) = 0 then ${text}
    else ${eachReplaced(text, (letter, letters) => [withRoom(letter, letters), letters])} end`;
  return sql`translate(${plain}, ${sql.lit(from)}, ${sql.lit(to)})`;
}

function makingRoom(text: RawBuilder<unknown>): RawBuilder<unknown> {
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

/** Without the private characters, should a text contain them. */
function withoutMarks(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`translate(${text}, ${sql.lit(begin + end + room)}, '')`;
}

/** The markers for ts_headline. */
const marking = `StartSel=${begin}, StopSel=${end}`;

/** The letter padded to the length of what it is read as. */
function withRoom(letter: string, letters: string): string {
  return room + letter + room.repeat(letters.length - 2);
}

const signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\u00ad";

/** After a number, raised digits are a number of their own. */
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉";

/** Letters that are replaced one by one within their words. */
const plainLetters = {
  "⁰": 0,
  "¹": 1,
  "²": 2,
  "³": 3,
  "⁴": 4,
  "⁵": 5,
  "⁶": 6,
  "⁷": 7,
  "⁸": 8,
  "⁹": 9,
  "₀": 0,
  "₁": 1,
  "₂": 2,
  "₃": 3,
  "₄": 4,
  "₅": 5,
  "₆": 6,
  "₇": 7,
  "₈": 8,
  "₉": 9,
  ς: "σ",
};

/** Letters that are separate words, with how they are read; a fraction is two words. */
const severalLetters = Array.from(
  "№½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞",
  (letter) =>
    [letter, ` ${letter.normalize("NFKC").replace("\u2044", " ").toLowerCase()} `] as const,
);
