import { type RawBuilder, sql } from "kysely";
import type { TicketHit } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../actor.ts";
import { keepStatement } from "../db/statement.ts";
import { firstWords } from "../tickets/first-words.ts";
import type { Sight } from "../tickets/scope.ts";
import {
  makingRoom,
  markedAs,
  marking,
  type Piece,
  takeMarks,
  withoutMarks,
  withoutRoom,
  withoutSigns,
} from "./marked-text.ts";
import { isReadable, wordsQuery } from "./match.ts";

interface FoundHit {
  id: string;
  subject: string;
  markedSubject: string;
  /** A piece of a message, and the same with its marks and without its signs. */
  piece: string | null;
  body: string | null;
  /** Numbers that stand right before the piece, and right after it. */
  before: string | null;
  after: string | null;
  /** The first and the last letters of the message that the piece is of. */
  opening: string | null;
  ending: string | null;
  kind: "public" | "note" | null;
  author: string | null;
  file: string | null;
  markedFile: string | null;
  messageId: string | null;
}

/** Where the words stand in each of these tickets, as far as one may read it. */
export async function findHits(
  { db }: ActorDeps,
  tickets: readonly { id: string }[],
  sight: Sight,
  words: string,
): Promise<Map<string, TicketHit>> {
  const rows = await selectHits(db, sight, { ids: tickets.map(({ id }) => id), words });
  return new Map(rows.map((row) => [row.id, presentHit(row)]));
}

function presentHit(found: FoundHit): TicketHit {
  const { subject, markedSubject, piece, body, before, after, kind, author } = found;
  const { file, markedFile, messageId } = found;
  const message =
    piece === null || body === null
      ? null
      : asPieceOf(
          found,
          takeMarks(plainPiece((before ?? "") + markedAs(piece, body) + (after ?? ""))),
        );
  return {
    subject: takeMarks(markedAs(subject, markedSubject)).marks,
    message: message && { author: author ?? "", note: kind === "note", ...message },
    file:
      file === null
        ? null
        : { name: withoutRoom(file), marks: takeMarks(markedAs(file, markedFile ?? "")).marks },
    messageId: message || file !== null ? messageId : null,
  };
}

/** A piece begins or ends within what is bold, say: the one mark that it has of it says nothing. */
function plainPiece(body: string): string {
  return firstWords(withoutRoom(body), snippetLength).replace(/\*\*|~~|`+/g, "");
}

const snippetLength = 180;

/** Postgres begins no piece with a number, and ends none with one: those that stand there come along. */
function numbersBefore(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const numbers = "(?:^|[^[:alnum:]])((?:[0-9]+[^[:alnum:]]+)+)$";
  return sql`substring(right(${text}, ${sql.lit(edgeLength)}) from ${sql.lit(numbers)})`;
}

function numbersAfter(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const numbers = "^((?:[^[:alnum:]]+[0-9]+)+)(?![[:alnum:]])";
  return sql`substring(left(${text}, ${sql.lit(edgeLength)}) from ${sql.lit(numbers)})`;
}

/** What stands before it, or goes on after it, is told by dots. */
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

/** So many letters tell whether a piece stands at an end of its message. */
const compared = 12;
const edgeLength = 80;

/** Signs of Markdown, and a full stop, come and go with the piece. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Of the newest messages only: a ticket may have thousands. */
const lookedInto = 50;

/** The newest message of the ticket `t` of which this holds. */
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
 * Any of the words just as it was typed. A message with one is taken first: this is looked for at
 * a twentieth of what it costs to read all the words of a message.
 */
function anyTyped(words: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`'\\m(' || regexp_replace(btrim(plain_words(${words})), '\\s+', '|', 'g') || ')\\M'`;
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
