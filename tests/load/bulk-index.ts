import { sql } from "kysely";
import type { Tx } from "../../server/db/database.ts";
import { lexemesInText, spellWords } from "../../server/search/indexer.ts";

/** The text of one of many tickets that are loaded and indexed together. */
export interface Readable {
  ticketId: string;
  companyId: string | null;
  head: string;
  /** What customers see too. */
  public: readonly string[];
  staff: readonly string[];
}

/** A row of ticket_search; the vectors in the binary form of Postgres. */
interface SearchRow {
  ticket_id: string;
  head: Uint8Array;
  public: Uint8Array;
  staff: Uint8Array;
}

interface WordCount {
  lexeme: string;
  in_head: number;
  in_public: number;
  in_staff: number;
}

/** Tickets that are read, until it is known which words their new pieces have. */
export interface Looked {
  /** Pieces of text without a space that have not been read before. */
  readonly unknown: readonly string[];
  /** Rows of ticket_search, the same as the indexer would write. */
  rows(lexemes: readonly (readonly string[])[]): SearchRow[];
}

export interface Lexicon {
  /** How many pieces and words are stored. */
  readonly size: number;
  /** Answers must come in the order of the calls. */
  look(tickets: readonly Readable[]): Looked;
  /** In how many tickets each word is, in slices. */
  counts(): Iterable<WordCount[]>;
}

/**
 * Few pieces make up nearly all text, so Postgres is asked only once which words are in each. Pieces
 * and words are numbers in large arrays, since each ticket reads hundreds of them.
 */
export function createLexicon(): Lexicon {
  const pieces = createByteTable();
  const words = createByteTable();
  /** Where each piece's words end in `wordsOf`; those of the next piece begin there. */
  const ends = createNumbers();
  const wordsOf = createNumbers();
  /** For each word the last ticket that has it, and how many tickets have it first in which part. */
  const seenIn = createNumbers();
  const counts = [createNumbers(), createNumbers(), createNumbers()];
  const vector = createWordVector();
  let ticket = 0;

  function learn(lexemes: readonly (readonly string[])[]): void {
    for (const known of lexemes) {
      for (const lexeme of known) wordsOf.push(wordOf(lexeme));
      ends.push(wordsOf.size);
    }
  }

  function wordOf(lexeme: string): number {
    const word = words.numberOf(scratch, 0, encode(lexeme));
    if (word === seenIn.size) {
      seenIn.push(0);
      for (const part of counts) part.push(0);
    }
    return word;
  }

  function look(tickets: readonly Readable[]): Looked {
    const found = createNumbers();
    const unknown: string[] = [];
    const readAll = (text: string) => {
      const length = encode(text);
      // No word contains a space or a line break.
      for (let from = 0, to = 0; to <= length; to += 1) {
        if (to < length && scratch[to] !== blank && scratch[to] !== line) continue;
        if (to > from) {
          const before = pieces.size;
          found.push(pieces.numberOf(scratch, from, to));
          if (pieces.size > before) unknown.push(decoder.decode(scratch.subarray(from, to)));
        }
        from = to + 1;
      }
    };
    const parts = tickets.map(({ ticketId, companyId, head, public: heard, staff }) => {
      const partEnds = [[head], heard, staff].map((texts) => {
        texts.forEach(readAll);
        return found.size;
      });
      return { ticketId, companyId, partEnds };
    });

    return {
      unknown,
      rows(lexemes) {
        learn(lexemes);
        let at = 0;
        return parts.map(({ ticketId, companyId, partEnds }) => {
          ticket += 1;
          vector.clear();
          if (companyId !== null) take(wordOf(`company ${companyId}`), 0);
          const [head, heard, staff] = partEnds.map((end, part) => {
            for (; at < end; at += 1) takePiece(found.at(at), part);
            return vector.bytes();
          });
          return { ticket_id: ticketId, head, public: heard, staff } as SearchRow;
        });
      },
    };
  }

  function takePiece(piece: number, part: number): void {
    const end = ends.at(piece);
    for (let index = piece === 0 ? 0 : ends.at(piece - 1); index < end; index += 1) {
      take(wordsOf.at(index), part);
    }
  }

  function take(word: number, part: number): void {
    if (seenIn.at(word) === ticket) return;
    seenIn.set(word, ticket);
    counts[part]?.set(word, counts[part].at(word) + 1);
    const { into, at } = vector.add(words.lengthOf(word));
    words.copy(word, into, at);
  }

  function countOf(word: number): WordCount {
    const [head = 0, heard = 0, staff = 0] = counts.map((part) => part.at(word));
    return {
      lexeme: decoder.decode(words.bytesOf(word)),
      // Customers see the head too, and staff see everything.
      in_head: head,
      in_public: head + heard,
      in_staff: head + heard + staff,
    };
  }

  return {
    get size() {
      return Math.max(pieces.size, words.size);
    },
    look,
    *counts() {
      for (let from = 0; from < words.size; from += atOnce) {
        const count = Math.min(atOnce, words.size - from);
        yield Array.from({ length: count }, (_, index) => countOf(from + index));
      }
    },
  };
}

const atOnce = 50_000;

const blank = " ".charCodeAt(0);
const line = "\n".charCodeAt(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let scratch = new Uint8Array(1 << 16);

function encode(text: string): number {
  if (text.length * 3 > scratch.length) scratch = new Uint8Array(text.length * 3);
  return encoder.encodeInto(text, scratch).written;
}

/** A longer copy. */
function larger<T extends Uint8Array | Int32Array>(from: T, length: number): T {
  const Kind = from.constructor as new (length: number) => T;
  const to = new Kind(length);
  to.set(from);
  return to;
}

/** A growing list of integers in one typed array. */
interface Numbers {
  readonly size: number;
  at(index: number): number;
  push(value: number): void;
  set(index: number, value: number): void;
}

function createNumbers(): Numbers {
  let all = new Int32Array(1 << 12);
  let size = 0;
  return {
    get size() {
      return size;
    },
    at: (index) => all[index] ?? 0,
    push(value) {
      if (size === all.length) all = larger(all, 2 * size);
      all[size] = value;
      size += 1;
    },
    set(index, value) {
      all[index] = value;
    },
  };
}

/** Numbers texts from 0 on, by their bytes, in little memory. */
interface ByteTable {
  readonly size: number;
  /** The number of these bytes; new ones are added. */
  numberOf(bytes: Uint8Array, from: number, to: number): number;
  bytesOf(number: number): Uint8Array;
  lengthOf(number: number): number;
  /** Writes its bytes into another array. */
  copy(number: number, to: Uint8Array, at: number): void;
}

export function createByteTable(): ByteTable {
  let kept = new Uint8Array(1 << 16);
  // Where each text ends and the next one begins. Its hash saves most comparisons.
  let ends = new Int32Array(1 << 12);
  let hashes = new Int32Array(1 << 12);
  // The number plus one, at its hash or the first free place after it.
  let places = new Int32Array(1 << 13);
  let size = 0;

  function add(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const start = startOf(size);
    const end = start + to - from;
    if (end > kept.length) kept = larger(kept, 2 * end);
    for (let index = from; index < to; index += 1) kept[start + index - from] = bytes[index] ?? 0;
    if (size === ends.length) {
      ends = larger(ends, 2 * size);
      hashes = larger(hashes, 2 * size);
      places = new Int32Array(4 * size);
      for (let number = 0; number < size; number += 1) settle(number, hashes[number] ?? 0);
    }
    ends[size] = end;
    hashes[size] = hash;
    settle(size, hash);
    size += 1;
    return size - 1;
  }

  function settle(number: number, hash: number): void {
    const last = places.length - 1;
    let place = hash & last;
    while (places[place] !== 0) place = (place + 1) & last;
    places[place] = number + 1;
  }

  const startOf = (number: number) => (number === 0 ? 0 : (ends[number - 1] ?? 0));

  function isAt(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = startOf(number);
    if ((ends[number] ?? 0) - start !== to - from) return false;
    for (let index = from; index < to; index += 1) {
      if (kept[start + index - from] !== bytes[index]) return false;
    }
    return true;
  }

  return {
    get size() {
      return size;
    },
    numberOf(bytes, from, to) {
      let hash = 0x811c9dc5;
      for (let index = from; index < to; index += 1) {
        hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
      }
      hash ^= hash >>> 15;
      const last = places.length - 1;
      for (let place = hash & last; ; place = (place + 1) & last) {
        const number = (places[place] ?? 0) - 1;
        if (number < 0) return add(bytes, from, to, hash);
        if (hashes[number] === hash && isAt(number, bytes, from, to)) return number;
      }
    },
    bytesOf: (number) => kept.subarray(startOf(number), ends[number]),
    lengthOf: (number) => (ends[number] ?? 0) - startOf(number),
    copy(number, to, at) {
      const end = ends[number] ?? 0;
      for (let from = startOf(number), into = at; from < end; from += 1, into += 1) {
        to[into] = kept[from] ?? 0;
      }
    },
  };
}

/** Words of a ticket as a tsvector in Postgres' binary form, without positions. */
interface WordVector {
  clear(): void;
  /** The place for a word of this many bytes. */
  add(length: number): { into: Uint8Array; at: number };
  /** All words added so far. */
  bytes(): Uint8Array;
}

function createWordVector(): WordVector {
  let written = new Uint8Array(1 << 16);
  let end = header;
  let words = 0;
  const place = { into: written, at: 0 };
  return {
    clear() {
      end = header;
      words = 0;
    },
    add(length) {
      place.at = end;
      words += 1;
      // A zero byte follows it, then the number of its positions.
      end += length + 3;
      if (end > written.length) {
        written = larger(written, 2 * end);
        place.into = written;
      }
      written.fill(0, end - 3, end);
      return place;
    },
    bytes() {
      new DataView(written.buffer).setInt32(0, words);
      return written.slice(0, end);
    },
  };
}

/** The vector begins with the number of its words. */
const header = 4;

/** Creates `counted_words` for the word counts of a load. */
export async function createWordCounts(tx: Tx): Promise<void> {
  await sql`
    create temporary table counted_words
      (lexeme text, in_head integer, in_public integer, in_staff integer) on commit drop
  `.execute(tx);
}

/** Adds the counts of a load to those of all tickets. */
export async function saveCounts(tx: Tx): Promise<void> {
  await sql`
    insert into search_words as w (lexeme, in_head, in_public, in_staff)
    select lexeme, sum(in_head), sum(in_public), sum(in_staff)
    from counted_words where in_staff > 0 group by lexeme
    on conflict (lexeme) do update set in_head = w.in_head + excluded.in_head,
      in_public = w.in_public + excluded.in_public, in_staff = w.in_staff + excluded.in_staff
  `.execute(tx);
}

/** The words in each piece of text; the spelling of new ones is stored. */
export async function lexemesOf(tx: Tx, pieces: readonly string[]): Promise<string[][]> {
  if (pieces.length === 0) return [];
  const { rows } = await sql<{ lexemes: string[] }>`
    select array(select lexeme from ${lexemesInText(sql`asked.piece`)}) as lexemes
    from unnest(string_to_array(${pieces.join(" ")}, ' '))
      with ordinality as asked (piece, number)
    order by number`.execute(tx);
  const spelled = pieces.filter((piece) => /\p{L}/u.test(piece));
  if (spelled.length > 0) {
    await spellWords(tx, sql`piece as (select ${spelled.join(" ")} as body)`);
  }
  return rows.map(({ lexemes }) => lexemes);
}
