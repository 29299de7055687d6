import { createByteTable } from "./byte-table.ts";
import { createNumbers } from "./numbers.ts";
import { createWordVector } from "./word-vector.ts";

/** What is searched of a ticket that comes with very many others, whole and with a short story. */
export interface Readable {
  ticketId: string;
  companyId: string | null;
  head: string;
  /** What everybody sees. */
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

/** Tickets that were looked through, until it is known which words their new pieces have. */
export interface Looked {
  /** What stands between two blanks, and was never seen before. */
  readonly unknown: readonly string[];
  /** Rows of ticket_search, the same as if each ticket had been read by itself. */
  rows(lexemes: readonly (readonly string[])[]): SearchRow[];
}

export interface Lexicon {
  /** How many pieces and words it keeps. */
  readonly size: number;
  /** Their answers are to come in the order of the questions. */
  look(tickets: readonly Readable[]): Looked;
  /** In how many tickets each word stands, so many words at a time. */
  counts(): Iterable<WordCount[]>;
}

/**
 * Few pieces make up nearly all of what is written, so that Postgres need be asked but once which
 * words are in each. Numbers in large arrays stand for pieces and words: they are read hundreds of
 * times in each ticket.
 */
export function createLexicon(): Lexicon {
  const pieces = createByteTable();
  const words = createByteTable();
  /** Of each piece, where its words end in `wordsOf`; those of the next one begin there. */
  const ends = createNumbers();
  const wordsOf = createNumbers();
  /** For each word the last ticket that has it, and in how many it stands first in which part. */
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
      // No word goes over a blank or a line.
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
      // What stands in the head is seen by everybody, and that by staff.
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
