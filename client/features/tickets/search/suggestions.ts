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

/** One of what is offered below the box. */
export interface BoxOption {
  key: string;
  /** Puts right what cannot be read, goes on with what is being typed, or was searched before. */
  kind: "fix" | "completion" | "recent";
  label: string;
  says: string;
  /** How many tickets it leads to, in words. */
  count: string | null;
  /** The box once it is taken. */
  result: { text: string; at: number };
  /** A search in itself: it need not be gone on with. */
  isWhole: boolean;
}

/** Not told of while somebody is still at it: the word at the caret may become a good one. */
export function settledProblems(
  problems: readonly QueryProblem[],
  caret: number | null,
): readonly QueryProblem[] {
  return problems.filter(({ start, end }) => caret === null || caret <= start || caret > end);
}

export function fixesOf(text: string, problems: readonly QueryProblem[]): BoxOption[] {
  return problems.flatMap(({ start, end, message, suggestion }) => {
    if (suggestion === null) return [];
    const fixed = text.slice(0, start) + suggestion + text.slice(end);
    return {
      ...{ key: `fix ${start}`, kind: "fix", says: message, label: suggestion, count: null },
      ...{ result: { text: fixed, at: start + suggestion.length }, isWhole: true },
    } as const;
  });
}

/** Offered while nothing is typed, each as the search that it was. */
export function recentOf(searches: readonly string[]): BoxOption[] {
  return searches.map((search) => ({
    ...{ key: `recent ${search}`, kind: "recent", label: search, says: "", count: null },
    ...{ result: { text: search, at: search.length }, isWhole: true },
  }));
}

export function optionsOf(text: string, { span, options, asks }: Typed): BoxOption[] {
  const isOpen = asks?.operator === "company";
  const counted = (count: number) =>
    isOpen ? openHint(count) : `${formatNumber(count)} ${count === 1 ? "ticket" : "tickets"}`;
  return options.map((completion) => ({
    key: `${span.start} ${completion.text}`,
    kind: "completion",
    ...{ label: completion.label, says: completion.says },
    count: completion.count === null ? null : counted(completion.count),
    result: putIn(text, span, completion),
    isWhole: completion.isWhole,
  }));
}

/**
 * What the desk answers comes a moment after what the language itself knows: until then the names
 * that came before stay, as far as they still fit.
 */
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

/** Whether Tab may take the first one: in an operator, but not in the middle of plain words. */
export function mayTab(text: string, { span, options }: Typed): boolean {
  if (span.end === span.start) return false;
  return /[:,]$/.test(text.slice(0, span.start)) || options.length > 0;
}

/** What Enter takes, though none was chosen: the word at the caret is none yet, and can become but one. */
export function onlyMeant(
  options: readonly BoxOption[],
  problems: readonly QueryProblem[],
  caret: number,
): BoxOption | undefined {
  if (settledProblems(problems, caret).length === problems.length) return undefined;
  const [first, second] = options.filter(({ kind }) => kind === "completion");
  return second ? undefined : first;
}

/** A Customer is offered what fits what they type, and no list of operators to begin with. */
export function typedAt(text: string, caret: number, language: Language): Typed {
  const typed = completeAt(text, caret, language);
  const isEmpty = typed.span.start === typed.span.end && !/[:,]$/.test(text.slice(0, caret));
  return language === "customer" && isEmpty ? { ...typed, options: [] } : typed;
}

/** Where the caret goes for a blank typed right behind what was taken: one stands there by now. */
export function pastBlank({ text, at }: { text: string; at: number }): number | null {
  if (/\s/.test(text.charAt(at - 1))) return at;
  return /\s/.test(text.charAt(at)) ? at + 1 : null;
}

function folded(text: string): string {
  return fold(text.replaceAll('"', ""));
}
