import {
  findOperator,
  type Language,
  type OperatorName,
  operatorOf,
  operatorsOf,
} from "./operators.ts";
import { printName } from "./print.ts";
import type { Span } from "./query.ts";
import { tokensOf } from "./tokens.ts";

/** A completion for the text at the caret. */
export interface Completion {
  /** What takes the place of the span. */
  text: string;
  label: string;
  /** A short description. */
  says: string;
  /** For a company its open tickets, for a word roughly the tickets that have it. */
  count: number | null;
  /** It is complete: a space is added after it. */
  isWhole: boolean;
}

export interface Completions {
  span: Span;
  options: Completion[];
}

/** The completions at the caret, and what the database has to be asked for more of them. */
export interface Typed extends Completions {
  asks: { operator: OperatorName | null; beginning: string } | null;
}

export const mostCompletions = 8;

export function completeAt(text: string, at: number, language: Language): Typed {
  const token = tokensOf(text).find(({ start, end }) => start < at && at <= end);
  if (!token)
    return { span: { start: at, end: at }, options: operators("", "", language), asks: null };
  const minus = token.not ? "-" : "";
  const said = token.operator;
  const operator = said === null ? undefined : findOperator(language, said);
  if (!operator || said === null) {
    const span = { start: token.start, end: token.end };
    const beginning = text.slice(token.start + minus.length, at);
    if (beginning.startsWith('"') || said !== null) return { span, options: [], asks: null };
    const options = operators(beginning.toLowerCase(), minus, language);
    return { span, options, asks: minus ? null : { operator: null, beginning } };
  }

  const part = token.parts.find(({ start, end }) => start <= at && at <= end);
  // The caret is still in the operator's own name.
  if (!part) return { span: token, options: [], asks: null };
  const span = { start: part.start, end: part.end };
  const opening = part.quoted ? 1 : 0;
  const beginning = text.slice(part.start + opening, at);
  const isName = operatorOf(language, operator).takes === "name";
  return {
    span,
    options: values(operator, beginning.toLowerCase(), language),
    asks: isName ? { operator, beginning: beginning.replace(/"$/, "") } : null,
  };
}

function operators(beginning: string, minus: string, language: Language): Completion[] {
  return operatorsOf(language)
    .filter(([name]) => name.startsWith(beginning))
    .map(([name, { says }]) => ({
      text: `${minus}${name}:`,
      label: `${name}:`,
      says,
      count: null,
      isWhole: false,
    }));
}

function values(name: OperatorName, beginning: string, language: Language): Completion[] {
  const operator = operatorOf(language, name);
  const whole = (text: string, says = "") => ({
    text,
    label: text,
    says,
    count: null,
    isWhole: true,
  });
  const known = [
    ...(operator.choices ?? []),
    ...(beginning ? [] : (examples[operator.takes] ?? [])),
  ];
  const people = [
    ...(operator.me ? [whole("me", "the person viewing")] : []),
    ...(operator.none ? [whole("none", "not set")] : []),
  ];
  return [...people, ...known.map((text) => whole(text))].filter(({ text }) =>
    text.startsWith(beginning),
  );
}

const examples: Partial<Record<string, string[]>> = {
  time: ["today", "yesterday", ">-7d", "<-1d", ">-1h"],
  moment: ["-1d", "-7d", "-30d"],
  number: ["0", "1", ">1"],
};

export function nameCompletion(name: string, says: string, count: number | null): Completion {
  return { text: printName(name), label: name, says, count, isWhole: true };
}

/** The text with the completion inserted, and the new position of the caret. */
export function putIn(
  text: string,
  span: Span,
  completion: Completion,
): { text: string; at: number } {
  const rest = text.slice(span.end);
  const blank = completion.isWhole && !/^[\s,]/.test(rest) ? " " : "";
  const before = text.slice(0, span.start) + completion.text + blank;
  return { text: before + rest, at: before.length };
}
