import { type RawBuilder, sql } from "kysely";
import type { OperatorName } from "../../shared/search/operators.ts";
import type { Sight } from "../access/scope.ts";
import type { Db } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import { longestWord, partsOf, type Vector } from "./match.ts";
import type { ShapedTerm } from "./shape.ts";

/**
 * How a list with words is read. Postgres would guess, and misjudge words without statistics.
 * - `walk`: in list order until the page is full, checking each ticket for the words; fast for common
 *   words.
 * - `index`: all tickets from the word index, then sorted; fast for rare words.
 * - `company-index`: the same, with the companies in the index condition.
 */
export const paths = ["walk", "index", "company-index"] as const;
export type Path = (typeof paths)[number];

export type Paths = Record<Vector, Path>;

/** What the choice depends on. */
interface Searched {
  scope: "all" | "companies" | "own";
  companyIds: readonly string[];
  terms: readonly ShapedTerm[];
  probe: Probe;
  /** Whether the index can be searched by company. */
  marked: boolean;
}

/** `wanted`: the number of tickets to read, null for all, as for a count. */
export function pathsOf(
  { scope, companyIds, terms, probe, marked }: Searched,
  wanted: number | null,
): Paths {
  const { tickets, inCompanies, words } = probe;
  const path = (vector: Vector) =>
    choosePath({
      tickets,
      scope: scope === "all" ? tickets : inCompanies,
      words: words.map((word) => word[vector]),
      companies: scope === "companies" ? Math.max(companyIds.length, 1) : 1,
      marks: marked ? companyIds.length : 0,
      wanted: wanted ?? Number.POSITIVE_INFINITY,
      terms,
    });
  return { head: path("head"), body: path("body") };
}

export interface Estimate {
  /** The number of tickets in total, and of those in scope. */
  tickets: number;
  scope: number;
  /** The number of tickets with each word. */
  words: readonly number[];
  /** The number of companies to walk, each until the page is full. */
  companies: number;
  /** The number of companies for the index condition; zero if it cannot be used. */
  marks: number;
  wanted: number;
  terms: readonly ShapedTerm[];
}

/** Costs as measured at a million tickets; checking one ticket for the words costs 1. */
const cost = {
  /** Reading a ticket's row, if terms need more than its words. */
  row: 0.3,
  /** An index entry of the rarest word, and a ticket with all words including its row. */
  entry: 0.1,
  ticket: 2,
  /** The same with companies in the index condition; and the cost of each company. */
  markedEntry: 0.2,
  markedTicket: 0.9,
  mark: 8,
};

export function choosePath(estimate: Estimate): Path {
  const { tickets, scope, words, companies, marks, wanted, terms } = estimate;
  const rarest = Math.min(tickets, ...words);
  const withWords = withAllWords(words, tickets);
  const inScope = Math.max(withWords * share(scope, tickets), 0.5);
  const matching = Math.max(inScope * shareOfTerms(terms), 0.5);
  const walked = Math.min(scope, ((wanted * scope) / matching) * companies);
  const costs: Record<Path, number> = {
    walk: walked * (1 + (terms.length > 0 ? cost.row : 0)),
    index: rarest * cost.entry + withWords * cost.ticket,
    "company-index":
      marks === 0
        ? Number.POSITIVE_INFINITY
        : marks * cost.mark +
          Math.min(rarest, scope) * cost.markedEntry +
          rarest * share(scope, tickets) * cost.markedTicket +
          inScope * cost.ticket,
  };
  return paths.reduce((best, path) => (costs[path] < costs[best] ? path : best), "index");
}

/** Words of one query are related: the estimate is between independent words and one containing the other. */
function withAllWords(words: readonly number[], tickets: number): number {
  const [rarest = 0, ...others] = [...words].sort((one, other) => one - other);
  return others.reduce((left, word) => left * Math.sqrt(share(word, tickets)), rarest);
}

/** A rough estimate of the share of tickets that pass the other terms. */
function shareOfTerms(terms: readonly ShapedTerm[]): number {
  return terms.reduce((left, term) => left * (term.not ? 1 : shareOfTerm(term)), 1);
}

function shareOfTerm(term: ShapedTerm): number {
  switch (term.kind) {
    case "choices":
      // Open tickets have an index in each order of the list.
      if (term.operator === "is") return term.choices.includes("open") ? 1 : 0.05;
      if (term.operator === "has") return 0.5;
      if (term.operator === "status") return term.choices.includes("closed") ? 0.9 : 0.1;
      return 0.2;
    case "named":
      return 0.03;
    case "ranges":
      return mostWithin.includes(term.operator) ? 0.5 : 0.1;
    default:
      return 0.1;
  }
}

/** Usual ranges of these cover most of the tickets at the start of a list. */
const mostWithin: readonly OperatorName[] = ["created", "updated", "replies", "reopened"];

function share(part: number, whole: number): number {
  return Math.min(Math.max(part / Math.max(whole, 1), 0.0001), 1);
}

/** How common the searched words are, which decides how the list is read. */
export interface Probe {
  /** The approximate number of tickets, in total and in the searched companies. */
  tickets: number;
  inCompanies: number;
  /**
   * The approximate number of tickets with each word in their head, and in everything the reader can
   * see. `query`: what to search for instead of the lexeme.
   */
  words: { lexeme: string; head: number; body: number; query?: string }[];
  /** The search language is being changed. */
  changing: boolean;
}

export const noProbe: Probe = { tickets: 0, inCompanies: 0, words: [], changing: false };

export async function probeWords(
  db: Db,
  { sight, words, companyIds }: { sight: Sight; words: string; companyIds: readonly string[] },
): Promise<Probe> {
  const marks = companyIds.map((id) => `company ${id}`);
  const [found] = await selectProbe(db, sight, { words, marks });
  return found ? { ...found, words: found.words ?? [] } : noProbe;
}

/** The number of tickets with a word; for Customers without notes, so that no order reveals them. */
export function countFor(sight: Sight): RawBuilder<unknown> {
  return sight === "own" ? sql`in_public` : sql`in_staff`;
}

interface FoundProbe extends Omit<Probe, "words"> {
  words: Probe["words"] | null;
}

const selectProbe = keepStatement<Sight, { words: string; marks: string[] }, FoundProbe>(
  (sight, slot) => {
    const cut = (lexeme: RawBuilder<unknown>) => sql`left(${lexeme}, ${sql.lit(longestWord)})`;
    const lexemes = (language: string) =>
      sql`tsvector_to_array(to_tsvector(${sql.lit(language)}, plain_words(${partsOf(sql`(select ${slot("words")}::text)`).whole})))`;
    return sql`
      select (
        select json_agg(json_build_object('lexeme', lexeme,
          'head', coalesce(in_head, 0), 'body', coalesce(${countFor(sight)}, 0)))
        from (
          select ${cut(sql`unnest(${lexemes("desk_words")})`)}
          union select ${cut(sql`unnest(${lexemes("desk_words_before")})`)} where changing
        ) searched (lexeme) left join search_words using (lexeme)
      ) as words, changing, (
        select coalesce(sum(in_head), 0)::int from search_words
        where lexeme = any((select ${slot("marks")}::text[])::text[])
      ) as "inCompanies", (
        select greatest(reltuples, 1)::int from pg_class where oid = 'ticket_search'::regclass
      ) as tickets
      from (
        select exists (select from search_rebuild where ended_at is null) as changing
      ) rebuild`;
  },
);
