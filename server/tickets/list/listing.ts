import { AppError } from "../../../shared/errors.ts";
import { distinctTerms, parseQuery } from "../../../shared/search/query.ts";
import type { Term } from "../../../shared/search/terms.ts";
import type { TicketSort, TicketView } from "../../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../../actor.ts";
import { isSearchable } from "../../search/match.ts";
import { type FoundNames, findNames } from "../../search/names.ts";
import { noProbe, type Probe, probeWords } from "../../search/probe.ts";
import { type ShapedTerm, shapeTerms, type TermValues } from "../../search/shape.ts";
import { companiesSeenWhole, type Sight, sightOf } from "../scope.ts";
import { languageOf, termsOfView } from "../views.ts";

/** Which tickets a view and a query mean, for whoever asks. */
export interface Listing {
  sight: Sight;
  /** Asked in a company alone, everything is read as by somebody who sees only that one. */
  scope: Sight;
  companyIds: readonly string[];
  /** What holds beside the words. */
  terms: ShapedTerm[];
  values: TermValues;
  /** The words that all stand in the ticket; empty where none are searched. */
  words: string;
  /** These are one phrase. */
  phrase: boolean;
  /** Those words and phrases for which nothing can be found, such as a lone percent sign. */
  nothing: boolean;
  probe: Probe;
  /** Whether the index of words is asked for the companies as well: for few of them it is quick. */
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

/** A query that cannot be read is told, at its word. */
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

/** `names`: what terms call by name, where it has been looked up. */
export async function listingOf(
  deps: ActorDeps,
  asked: readonly Term[],
  timeZone = "UTC",
  { firstValue = 0, names }: { firstValue?: number; names?: FoundNames } = {},
): Promise<Listing> {
  const sight = sightOf(deps.actor);
  const seen = companiesSeenWhole(deps.actor);
  const terms = distinctTerms(asked);
  const texts = terms.flatMap((term) => wordsOf(term));
  const words = texts.filter(isSearchable).join(" ");
  const hasWords = words !== "" || terms.some(({ kind }) => kind === "word");
  const others = terms.filter((term) => (term.kind !== "word" || term.not) && saysSomething(term));
  const known = names ?? (await findNames(deps.db, others, deps.actor));
  const shaped = shapeTerms(others, { now: deps.now, timeZone, names: known }, firstValue);
  const within = withinCompanies(shaped.terms, shaped.values, sight, seen);
  const { scope, companyIds } = within;
  const probe = hasWords ? await probeWords(deps.db, { sight, words, companyIds }) : noProbe;
  const phrase = texts.length === 1 && terms.some(({ kind, not }) => kind === "phrase" && !not);
  const some = scope !== "all" && companyIds.length > 0 && companyIds.length <= mostMarks;
  return {
    sight,
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
 * Where no words are searched, nothing is more relevant than another; and where not only what is snoozed is
 * listed, not each has a time at which it wakes.
 */
export function sortOf({ sight, words, terms }: Listing, asked: TicketSort): TicketSort {
  if (asked === "relevance") return words === "" ? "updated" : asked;
  // A Customer is refused it, as any order of staff.
  if (asked !== "snoozed" || sight === "own") return asked;
  const isOfSnoozed = terms.some(
    (term) => term.kind === "choices" && !term.not && term.choices.join() === "snoozed",
  );
  return isOfSnoozed ? asked : "updated";
}

/** Beside words, mere signs neither ask for anything nor shut anything out. */
function saysSomething(term: Term): boolean {
  return (term.kind !== "word" && term.kind !== "phrase") || isSearchable(term.text);
}

function wordsOf(term: Term): string[] {
  return (term.kind === "word" || term.kind === "phrase") && !term.not ? [term.text] : [];
}

/** Staff who ask for companies walk those alone, each by its own index. */
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
    // Postgres takes no value that its statement does not name; this one is named no more.
    terms: terms.filter((term) => term !== asked),
  };
}
