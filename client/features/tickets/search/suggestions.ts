import { fold } from "../../../../shared/fold.ts";
import {
  type Completion,
  completeAt,
  putIn,
  type Typed,
} from "../../../../shared/search/complete.ts";
import type { Language } from "../../../../shared/search/operators.ts";
import type { QueryProblem } from "../../../../shared/search/query.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { openHint } from "../../../components/pickers/open-hint.ts";

/** A suggestion below the search box. */
export interface Suggestion {
  key: string;
  /** Corrects an error, completes the typed text, or repeats a recent search. */
  kind: "fix" | "completion" | "recent";
  label: string;
  says: string;
  /** The number of results, in words. */
  count: string | null;
  /** Text and caret after choosing it. */
  result: { text: string; at: number };
  /** A complete search, not the beginning of one. */
  isWhole: boolean;
}

/** Problems without the word at the caret, which is still being typed. */
export function settledProblems(
  problems: readonly QueryProblem[],
  caret: number | null,
): readonly QueryProblem[] {
  return problems.filter(({ start, end }) => caret === null || caret <= start || caret > end);
}

export function fixesOf(text: string, problems: readonly QueryProblem[]): Suggestion[] {
  return problems.flatMap(({ start, end, message, suggestion }) => {
    if (suggestion === null) return [];
    const fixed = text.slice(0, start) + suggestion + text.slice(end);
    return {
      key: `fix ${start}`,
      kind: "fix",
      says: message,
      label: suggestion,
      count: null,
      result: { text: fixed, at: start + suggestion.length },
      isWhole: true,
    } as const;
  });
}

/** Recent searches, offered in an empty box. */
export function recentOf(searches: readonly string[]): Suggestion[] {
  return searches.map((search) => ({
    key: `recent ${search}`,
    kind: "recent",
    label: search,
    says: "",
    count: null,
    result: { text: search, at: search.length },
    isWhole: true,
  }));
}

export function optionsOf(text: string, { span, options, asks }: Typed): Suggestion[] {
  const isOpen = asks?.operator === "company";
  const counted = (count: number) =>
    isOpen ? openHint(count) : `${formatNumber(count)} ${count === 1 ? "ticket" : "tickets"}`;
  return options.map((completion) => ({
    key: `${span.start} ${completion.text}`,
    kind: "completion",
    label: completion.label,
    says: completion.says,
    count: completion.count === null ? null : counted(completion.count),
    result: putIn(text, span, completion),
    isWhole: completion.isWhole,
  }));
}

/** Adds names from the server; while they load, earlier ones stay as long as they still match. */
export function withNames(
  typed: Typed,
  answered: readonly Completion[] | undefined,
): readonly Completion[] {
  if (!typed.asks || !answered) return typed.options;
  const begins = folded(typed.asks.beginning);
  const known = new Set(typed.options.map((option) => option.text));
  const names = answered.filter(
    (option) => option.isWhole && !known.has(option.text) && folded(option.label).includes(begins),
  );
  return [...typed.options, ...names];
}

/** Whether Tab takes the first suggestion: in an operator, but not in plain text. */
export function canTab(text: string, { span, options }: Typed): boolean {
  if (span.end === span.start) return false;
  return /[:,]$/.test(text.slice(0, span.start)) || options.length > 0;
}

/** The suggestion Enter takes without a choice: the only completion of an invalid word. */
export function onlyCompletion(
  options: readonly Suggestion[],
  problems: readonly QueryProblem[],
  caret: number,
): Suggestion | undefined {
  if (settledProblems(problems, caret).length === problems.length) return undefined;
  const [first, second] = options.filter(({ kind }) => kind === "completion");
  return second ? undefined : first;
}

/** Customers get suggestions only for what they type, and no list of operators. */
export function typedAt(text: string, caret: number, language: Language): Typed {
  const typed = completeAt(text, caret, language);
  const isEmpty = typed.span.start === typed.span.end && !/[:,]$/.test(text.slice(0, caret));
  return language === "customer" && isEmpty ? { ...typed, options: [] } : typed;
}

/** The caret after a space typed behind a suggestion, which has added a space already. */
export function pastBlank({ text, at }: { text: string; at: number }): number | null {
  if (/\s/.test(text.charAt(at - 1))) return at;
  return /\s/.test(text.charAt(at)) ? at + 1 : null;
}

function folded(text: string): string {
  return fold(text.replaceAll('"', ""));
}
