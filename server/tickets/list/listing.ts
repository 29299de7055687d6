import { AppError } from "../../../shared/errors.ts";
import { distinctTerms, parseQuery } from "../../../shared/search/query.ts";
import type { Term } from "../../../shared/search/terms.ts";
import type { TicketSort, TicketView } from "../../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { companiesSeenWhole, readingOf, type Sight, sightOf } from "../../access/scope.ts";
import { languageOf, termsOfView } from "../../access/views.ts";
import { isSearchable, joinWords } from "../../search/match.ts";
import { type FoundNames, findNames } from "../../search/names.ts";
import { noProbe, type Probe, probeWords } from "../../search/path.ts";
import { findPrefix } from "../../search/prefix.ts";
import { type ShapedTerm, shapeTerms, type TermValues } from "../../search/shape.ts";

/** Which tickets a view and a query mean for a reader. */
export interface Listing {
  sight: Sight;
  /** The sight by which texts are read: notes are only for those who can read them. */
  reading: Sight;
  /** The sight within the query: one for a company is read like the list of an agent of that company. */
  scope: Sight;
  companyIds: readonly string[];
  /** All terms but the words. */
  terms: ShapedTerm[];
  values: TermValues;
  /** The words that a ticket must all have; empty where there are none. */
  words: string;
  /** The words are one phrase. */
  phrase: boolean;
  /** The words can match nothing, such as a single percent sign. */
  nothing: boolean;
  probe: Probe;
  /** Whether the index of words can be asked for the companies too, which is quick for few of them. */
  marked: boolean;
}

interface ListingInput {
  view: TicketView;
  q?: string;
  timeZone?: string;
}

export async function readListing(deps: ActorDeps, input: ListingInput): Promise<Listing> {
  const sight = sightOf(deps.actor);
  const inView = termsOfView(input.view, sight);
  return await listingOf(deps, [...inView, ...termsOf(input.q, sight)], input.timeZone);
}

/** The terms of a query; refuses one with problems. */
export function termsOf(q: string | undefined, sight: Sight): readonly Term[] {
  if (!q) return [];
  const { terms, problems } = parseQuery(q, languageOf(sight));
  if (problems.length > 0) {
    throw new AppError("invalid_input", {
      fields: problems.map(({ message }) => ({ field: "q", message })),
    });
  }
  return terms;
}

/** `names`: the ids of names, if they have been looked up. */
export async function listingOf(
  deps: ActorDeps,
  asked: readonly Term[],
  timeZone = "UTC",
  { firstValue = 0, names }: { firstValue?: number; names?: FoundNames } = {},
): Promise<Listing> {
  const sight = sightOf(deps.actor);
  const reading = readingOf(deps.actor);
  const seen = companiesSeenWhole(deps.actor);
  const terms = distinctTerms(asked);
  const prefix = await findPrefix(deps.db, terms, reading);
  const texts = terms.flatMap((term) => (term === prefix?.term ? [] : wordsOf(term)));
  const words = joinWords(texts.filter(isSearchable), prefix);
  const hasWords = words !== "" || terms.some(({ kind }) => kind === "word");
  const others = terms.filter((term) => (term.kind !== "word" || term.not) && saysSomething(term));
  const known = names ?? (await findNames(deps.db, others, deps.actor));
  const shaped = shapeTerms(others, { now: deps.now, timeZone, names: known }, firstValue);
  const within = withinCompanies(shaped.terms, shaped.values, sight, seen);
  const { scope, companyIds } = within;
  const probe = hasWords
    ? await probeWords(deps.db, { sight: reading, words, companyIds })
    : noProbe;
  if (prefix) probe.words.push(prefix.probe);
  const phrase =
    texts.length === 1 && !prefix && terms.some(({ kind, not }) => kind === "phrase" && !not);
  const some = scope !== "all" && companyIds.length > 0 && companyIds.length <= mostMarks;
  return {
    sight,
    reading,
    ...within,
    marked: some && !probe.changing,
    values: shaped.values,
    words,
    phrase,
    nothing: texts.length > 0 && words === "",
    probe,
  };
}

const mostMarks = 60;

/**
 * Without words no ticket is more relevant than another, and outside snoozed tickets not each has a
 * time at which it wakes.
 */
export function sortOf({ sight, words, terms }: Listing, asked: TicketSort): TicketSort {
  if (asked === "relevance") return words === "" ? "updated" : asked;
  // Customers are refused this order, as all orders of staff.
  if (asked !== "snoozed" || sight === "own") return asked;
  const isOfSnoozed = terms.some(
    (term) => term.kind === "choices" && !term.not && term.choices.join() === "snoozed",
  );
  return isOfSnoozed ? asked : "updated";
}

/** Signs without letters neither find nor exclude anything. */
function saysSomething(term: Term): boolean {
  return (term.kind !== "word" && term.kind !== "phrase") || isSearchable(term.text);
}

function wordsOf(term: Term): string[] {
  return (term.kind === "word" || term.kind === "phrase") && !term.not ? [term.text] : [];
}

/** For staff who filter by companies, only those are walked, each by its own index. */
function withinCompanies(
  terms: ShapedTerm[],
  values: TermValues,
  sight: Sight,
  seen: readonly string[],
): Pick<Listing, "scope" | "companyIds" | "terms"> {
  const asked = terms.find(
    (term) =>
      term.kind === "named" && term.operator === "company" && !term.not && !term.none && !term.me,
  );
  if (sight === "own" || asked?.kind !== "named" || !asked.ids) {
    return { scope: sight, companyIds: seen, terms };
  }
  const ids = values[asked.ids] as string[];
  return {
    scope: "companies",
    companyIds: sight === "all" ? ids : ids.filter((id) => seen.includes(id)),
    // A statement can only be given values that it names, and this one is no longer named.
    terms: terms.filter((term) => term !== asked),
  };
}
