import type { Vector } from "./match.ts";
import type { Probe } from "./probe.ts";
import type { Sample, Sampled } from "./sample.ts";
import type { ShapedTerm, TermValues } from "./shape.ts";
import { isOfRow, shareOfTerms } from "./share.ts";

/**
 * How a list with words is read. Postgres would guess, and be far off for words it has not counted.
 *
 * In the order of the list until the page is full, each ticket looked at for the words; quick where
 * most have them:
 * - `walk`: through all, or through each company by itself;
 * - `merged`: through some companies at once, whose tickets are put in order before;
 * - `across`: through all, past those of other companies;
 * - `among`: past those that are not among what the index of words has found;
 * - `recent`: the same, where that index is asked for the newest tickets alone.
 *
 * All that have the words, then sorted; quick where few have them:
 * - `found`: by the index of words;
 * - `marked`: by the same index, asked for the companies too.
 */
export const paths = ["walk", "merged", "across", "among", "recent", "found", "marked"] as const;
export type Path = (typeof paths)[number];

export type Paths = Record<Vector, Path>;

/** Whether all that have the words are read. */
export function isWhole(path: Path): boolean {
  return path === "found" || path === "marked";
}

/** What a path is chosen by. */
export interface Searched {
  scope: "all" | "companies" | "own";
  companyIds: readonly string[];
  terms: readonly ShapedTerm[];
  values: TermValues;
  probe: Probe;
  /** Where a phrase is all that is searched. */
  sample: Sample | null;
  marked: boolean;
}

/**
 * `wanted`: of how many the first are; null for all, which are counted. `newestFirst`: in an order
 * in which those come first that were opened of late.
 */
export function pathsOf(
  { scope, companyIds, terms, values, probe, sample, marked }: Searched,
  wanted: number | null,
  newestFirst = false,
): Paths {
  const { tickets, inCompanies, words } = probe;
  const path = (vector: Vector) =>
    choosePath({
      ...{ tickets, terms, values },
      marks: marked ? companyIds.length : 0,
      scope: scope === "all" ? tickets : inCompanies,
      words: words.map((word) => word[vector]),
      sample: sample && { looked: sample.looked, ...sample[vector] },
      companies: scope === "companies" ? companyIds.length : null,
      wanted: wanted ?? Number.POSITIVE_INFINITY,
      newestFirst: newestFirst && scope === "all" && terms.every(isOfNewest),
    });
  return { head: path("head"), body: path("body") };
}

/** What is asked on the way past the newest: of the row, or last of all of the messages. */
function isOfNewest(term: ShapedTerm): boolean {
  return isOfRow(term) || (term.kind === "phrase" && !term.not);
}

/** Of how many tickets the way past the newest asks the index of words. */
export const newest = 20_000;

export interface Estimate {
  /** How many tickets there are in all, and how many of them are looked through. */
  tickets: number;
  scope: number;
  /** How many tickets each of the words has. */
  words: readonly number[];
  /** How many of some tickets have them all, and of these the phrase. */
  sample?: (Sampled & { looked: number }) | null;
  /** How many are wanted: a page, or all where they are counted. */
  wanted: number;
  /** Where these are all that is looked through. */
  companies: number | null;
  terms: readonly ShapedTerm[];
  values: TermValues;
  /** For how many companies the index of the words may be asked; none, where it may not. */
  marks: number;
  /** All are looked through, those first that were opened of late, and their rows say the rest. */
  newestFirst: boolean;
}

export function choosePath(estimate: Estimate): Path {
  const costs = Object.entries(costsOf(estimate)) as [Path, number][];
  return costs.reduce((best, way) => (way[1] < best[1] ? way : best))[0];
}

/** Against what it costs to look into one ticket for the words, as measured at a million. */
const unit = {
  /** A ticket of an index in the order of the list; of several, with their sorting. */
  step: 0.07,
  sorted: 0.15,
  /** Its row, for what the index does not say. */
  row: 0.3,
  /** A ticket that the index of words has of its rarest word; of a company. */
  entry: 0.1,
  marked: 0.2,
  /** That the newest are asked of the index apart from the others. */
  apart: 100,
  /** A ticket of the newest, or of a word beside the rarest, that is passed over there. */
  newest: 0.04,
  passed: 0.003,
  /** A company that it is asked for. */
  mark: 8,
  /** A hit of that index, fetched from wherever it lies; with its ticket. */
  hit: 0.9,
  ticket: 2,
};

function costsOf(estimate: Estimate): { [path in Path]?: number } {
  const { tickets, scope, words, wanted, companies, terms, marks, newestFirst } = estimate;
  const [rarest = 0, ...others] = [...words].sort((one, other) => one - other);
  const all = withAllWords(estimate, rarest, others);
  const inScope = Math.max(all * share(scope, tickets), 0.5);
  const hits = Math.max(inScope * shareOfRest(estimate), 0.5);
  const looked = Math.min(scope, (wanted * scope) / hits);
  // Each company is walked until the page is full.
  const walked = Math.min(scope, looked * Math.max(companies ?? 1, 1));
  const asked = terms.length > 0 ? unit.row : 0;
  const every = {
    found: rarest * unit.entry + all * unit.ticket,
    walk: walked * (1 + asked),
    ...(marks > 0 && {
      marked:
        marks * unit.mark +
        Math.min(rarest, scope) * unit.marked +
        rarest * share(scope, tickets) * unit.hit +
        inScope * unit.ticket,
    }),
  };
  if (wanted === Number.POSITIVE_INFINITY) return every;
  const recent = Math.min(newest, tickets);
  // How many have several words, or what else is asked, is a guess; were it too high, it would go
  // past every ticket of the desk.
  const isKnown = words.length === 1 && terms.length === 0;
  return {
    ...every,
    ...(isKnown && { among: rarest * unit.entry + all * unit.hit + walked * unit.step }),
    // Four of the newest make one that lies before the last of the page, as a rule.
    ...(newestFirst && {
      recent:
        unit.apart +
        recent * unit.newest +
        rarest * unit.entry +
        others.reduce((sum, word) => sum + word, 0) * unit.passed +
        all * share(recent, tickets) * unit.hit +
        looked * unit.step +
        Math.max(looked - recent / 4, 0) * (1 + 2 * asked),
    }),
    ...(companies !== null && {
      merged: scope * unit.sorted + looked * (1 + asked),
      across: (looked / share(scope, tickets)) * unit.row + looked,
    }),
  };
}

/** Of the tickets of the desk. */
function withAllWords(
  { tickets, sample }: Estimate,
  rarest: number,
  others: readonly number[],
): number {
  // Words that stand in one ticket belong together: between unrelated and one within the other.
  const guess = others.reduce((hits, word) => hits * Math.sqrt(share(word, tickets)), rarest);
  if (!sample) return guess;
  const { looked, words } = sample;
  return Math.min(rarest, tickets * mixed(share(guess, tickets), [words, looked], 50));
}

/** Of those that have the words. */
function shareOfRest({ terms, values, sample }: Estimate): number {
  if (!sample) return shareOfTerms(terms, values);
  const others = terms.filter(({ kind }) => kind !== "phrase");
  return shareOfTerms(others, values) * mixed(0.1, [sample.stand, sample.asked], 2);
}

/** A guess and what was seen of it, as if the guess were seen of so many. */
function mixed(guess: number, [seen, looked]: [number, number], weight: number): number {
  return (guess * weight + seen) / (weight + looked);
}

function share(part: number, whole: number): number {
  return Math.min(Math.max(part / Math.max(whole, 1), 0.0001), 1);
}
