import { type RawBuilder, sql } from "kysely";
import { fold } from "../../shared/fold.ts";
import type { Marks, TicketHit } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Sight } from "../access/scope.ts";
import type { Db } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import { excerptOf } from "./excerpt.ts";
import {
  excerptAround,
  marksIn,
  type Piece,
  takeMarks,
  typedIn,
  type Word,
  withoutMarkSigns,
  wordsIn,
} from "./mark.ts";
import { isReadable, partsOf, typedText, typedWords, wordsQuery } from "./match.ts";

interface FoundHit {
  id: string;
  subject: string;
  /** The part of a message around a typed word, or the beginning of the message. */
  part: string | null;
  /** The message has text before that part. */
  isLater: boolean | null;
  /** The beginning and the end of the message. */
  opening: string | null;
  ending: string | null;
  kind: "public" | "note" | null;
  author: string | null;
  file: string | null;
  messageId: string | null;
}

/** The texts of a hit, with their words. */
interface ReadHit {
  found: FoundHit;
  subject: Word[];
  message: { text: string; words: Word[] } | null;
  file: Word[] | null;
}

/** Where the words are in each of these tickets, in what the reader can read. */
export async function findHits(
  { db }: ActorDeps,
  tickets: readonly { id: string }[],
  sight: Sight,
  words: string,
): Promise<Map<string, TicketHit>> {
  const rows = await selectHits(db, sight, { ids: tickets.map(({ id }) => id), words });
  const typed = typedIn(typedText(words));
  const hits = rows.map((found): ReadHit => {
    const text = found.part === null ? null : wholeWords(withoutMarkSigns(found.part), found);
    return {
      found,
      subject: wordsIn(found.subject, typed),
      message: text === null ? null : { text, words: wordsIn(text, typed) },
      file: found.file === null ? null : wordsIn(found.file, typed),
    };
  });
  const candidates = hits.flatMap(({ subject, message, file }) =>
    [...subject, ...(message?.words ?? []), ...(file ?? [])].flatMap(({ plain }) => plain ?? []),
  );
  const matching = await matchingOf(db, words, [...new Set(candidates)]);
  const isMarked = ({ plain }: Word) => plain !== null && matching.has(plain);
  return new Map(hits.map((hit) => [hit.found.id, presentHit(hit, isMarked)]));
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

function presentHit(
  { found, subject, message, file }: ReadHit,
  isMarked: (word: Word) => boolean,
): TicketHit {
  const piece =
    message &&
    asPieceOf(found, takeMarks(plainPiece(excerptAround(message.text, message.words, isMarked))));
  return {
    subject: marksIn(subject, isMarked),
    message: piece && { author: found.author ?? "", note: found.kind === "note", ...piece },
    file: file && { name: found.file ?? "", marks: marksIn(file, isMarked) },
    messageId: piece || file ? found.messageId : null,
  };
}

/** The part may begin within a word. */
function wholeWords(text: string, { isLater }: FoundHit): string {
  return isLater ? text.replace(/^\S{1,300}\s+/, "") : text;
}

/** Without Markdown signs, since a piece may hold only one of a pair. */
function plainPiece(body: string): string {
  return excerptOf(body, snippetLength).replace(/\*\*|~~|`+/g, "");
}

const snippetLength = 180;

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
/** How much of a message is read around a typed word, and without one. */
const partLength = { before: 400, around: 2_000, withoutTyped: 20_000 };

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

/** Any of the words, as the index has them. */
function anyWord(words: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`replace(${wordsQuery(words)}::text, '&', '|')::tsquery`;
}

const selectHits = keepStatement<Sight, { ids: string[]; words: string }, FoundHit>(
  (sight, slot) => {
    const words = sql`(select ${slot("words")}::text)`;
    const { before, around, withoutTyped } = partLength;
    return sql`
      with asked as materialized (
        select ${anyWord(words)} as words, ${anyTyped(words)} as typed
      )
      select t.id, t.subject,
        substr(found.body, place.begins, place.length) as part, place.begins > 1 as "isLater",
        left(found.body, ${sql.lit(edgeLength)}) as opening,
        right(found.body, ${sql.lit(edgeLength)}) as ending,
        found.kind, btrim(author.first_name || ' ' || author.last_name) as author,
        file.name as file, coalesce(found.id, file.message_id) as "messageId"
      from asked, unnest((select ${slot("ids")}::uuid[])) as wanted (id)
      join tickets t on t.id = wanted.id
      left join lateral (
        (${newestOf(sight, sql`newest.body collate "C" ~* asked.typed`)})
        union all
        (${newestOf(sight, sql`to_tsvector('desk_words', plain_words(newest.body)) @@ asked.words`)})
        limit 1
      ) found on true
      left join lateral (
        select greatest(typed.at - ${sql.lit(before)}, 1) as begins,
          case typed.at when 0 then ${sql.lit(withoutTyped)} else ${sql.lit(around)} end as length
        from (
          select regexp_instr(found.body collate "C", asked.typed, 1, 1, 0, 'i') as at offset 0
        ) typed
      ) place on true
      left join users author on author.id = found.author_id
      left join lateral (
        select f.message_id, f.name
        from messages m join files f on f.message_id = m.id
        where found.body is null and m.ticket_id = t.id and ${isReadable(sight)}
          and f.redacted_at is null and to_tsvector('desk_words', plain_words(f.name)) @@ asked.words
        order by m.created_at desc, f.position, f.id limit 1
      ) file on true`;
  },
);

/** Which of the candidates are one of the words. */
async function matchingOf(
  db: Db,
  words: string,
  candidates: string[],
): Promise<ReadonlySet<string>> {
  if (candidates.length === 0) return new Set();
  const rows = await selectMatching(db, null, { words, candidates });
  return new Set(rows.map(({ word }) => word));
}

const selectMatching = keepStatement<
  null,
  { candidates: string[]; words: string },
  { word: string }
>(
  (_, slot) => sql`
    select word from unnest((select ${slot("candidates")}::text[])) as word
    where to_tsvector('desk_words', plain_words(word)) @@ (
      select ${anyWord(sql`(select ${slot("words")}::text)`)})`,
);
