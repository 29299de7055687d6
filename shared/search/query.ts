import { normalizeName } from "../normalize-name.ts";
import { ticketStatuses } from "../tickets/vocabulary.ts";
import { nearest } from "./nearest.ts";
import {
  findOperator,
  type Language,
  type Operator,
  type OperatorName,
  operatorOf,
  operatorsOf,
} from "./operators.ts";
import { printTerm } from "./print.ts";
import type { Term, Value } from "./terms.ts";
import { type Part, type Token, tokensOf } from "./tokens.ts";
import { readCount, readMoment, readTest, readWeekHour } from "./values.ts";
import { canBePrefix } from "./words.ts";

/** A part of the text. */
export interface Span {
  start: number;
  end: number;
}

/** What is wrong with a word of the query, and what to write instead. */
export interface QueryProblem extends Span {
  message: string;
  suggestion: string | null;
}

export interface ParsedQuery {
  terms: Term[];
  /** The position of each term in the text. */
  spans: Span[];
  problems: QueryProblem[];
}

/** `phrases`: each is looked for in the messages themselves, which costs most of all terms. */
export const queryLimits = { text: 500, terms: 30, phrases: 3, values: 50 } as const;

/** Parses a query the same way for the search box, the URL and the server. */
export function parseQuery(text: string, language: Language): ParsedQuery {
  const parsed: ParsedQuery = { terms: [], spans: [], problems: [] };
  const phrases = new Set<string>();
  const tokens = tokensOf(text);
  for (const [index, token] of tokens.entries()) {
    const { start, end } = token;
    const reported = parsed.problems.at(-1)?.end ?? 0;
    const problem = connectiveAt(tokens, index, text);
    if (problem && problem.start >= reported) {
      parsed.problems.push(problem);
      continue;
    }
    const read = readToken(token, language, text);
    if (read === null) continue;
    if ("message" in read) {
      if (start >= reported) parsed.problems.push({ start, end, ...read });
    } else if (parsed.terms.length === queryLimits.terms) {
      const message = `A search can have at most ${queryLimits.terms} words and filters.`;
      parsed.problems.push({ start, end: text.length, message, suggestion: null });
      break;
    } else {
      if (read.kind === "phrase" && isOneTooMany(phrases, read)) {
        const message = `A search can have at most ${queryLimits.phrases} phrases in quotes.`;
        parsed.problems.push({ start, end, message, suggestion: null });
      }
      parsed.terms.push(read);
      parsed.spans.push({ start, end });
    }
  }
  return parsed;
}

/** AND, OR and NOT between words: other search languages know them, here they would be words. */
function connectiveAt(tokens: readonly Token[], index: number, text: string): QueryProblem | null {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  const part = token?.parts[0];
  if (!token || !part || !after || token.not || token.operator !== null || part.quoted) return null;
  const said = (one: Token) => text.slice(one.start, one.end);
  if (part.text === "NOT") {
    const message = "“NOT” isn't understood. Put a minus sign before the word or filter.";
    const suggestion = after.not ? said(after).slice(1) : `-${said(after)}`;
    return { start: token.start, end: after.end, message, suggestion };
  }
  if (!before) return null;
  const span = { start: before.start, end: after.end };
  if (part.text === "AND") {
    const message = "“AND” isn't needed: tickets match all words and filters.";
    return { ...span, message, suggestion: `${said(before)} ${said(after)}` };
  }
  if (part.text !== "OR") return null;
  const message = "“OR” isn't understood. List values with commas, such as status:open,pending.";
  const isSame = before.operator !== null && before.operator === after.operator && !after.not;
  const values = said(after).slice((after.operator?.length ?? 0) + 1);
  return { ...span, message, suggestion: isSame ? `${said(before)},${values}` : null };
}

/** Reports only the first phrase past the limit. */
function isOneTooMany(phrases: Set<string>, term: Term): boolean {
  const before = phrases.size;
  phrases.add(keyOf(term));
  return before === queryLimits.phrases && phrases.size > before;
}

/** The terms without those that repeat an earlier one. */
export function distinctTerms(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [keyOf(term), term])).values()];
}

/** The same for terms that find the same: upper case makes no difference. */
function keyOf(term: Term): string {
  return `${term.kind} ${printTerm(term).toLowerCase()}`;
}

type Read = Term | Omit<QueryProblem, keyof Span> | null;

function readToken(token: Token, language: Language, text: string): Read {
  const { not, operator: said, parts } = token;
  const [part] = parts;
  if (said === null) return part ? readWords(not, part) : null;
  const operator = findOperator(language, said);
  if (operator) return readOperator(token, operator, language);
  return readUnknown(token, language, text);
}

function readWords(not: boolean, { text, quoted }: Part): Term | null {
  if (quoted) {
    const phrase = text.replace(/\s+/g, " ").trim();
    return phrase ? { kind: "phrase", not, text: phrase } : null;
  }
  const [, digits] = /^#(\d{1,12})$/.exec(text) ?? [];
  if (digits) return { kind: "number", not, number: Number(digits) };
  const beginning = not ? undefined : /^(.+)\*$/.exec(text)?.[1];
  if (beginning && canBePrefix(beginning)) {
    return { kind: "word", not, text: beginning, prefix: true };
  }
  return { kind: "word", not, text };
}

/** A misspelt operator is a problem; any other text with a colon is words. */
function readUnknown({ not, operator, parts, ...span }: Token, language: Language, text: string) {
  const said = operator ?? "";
  const names = operatorsOf(language).map(([name]) => name);
  const known = names.find((name) => name === operatorsElsewhere[said.toLowerCase()]);
  const meant = known ?? (said.length < 4 ? undefined : nearest(said, names));
  const behind = parts.some((part) => part.text !== "");
  if (!meant || !behind || parts[0]?.text.startsWith("/")) {
    const whole = text.slice(not ? span.start + 1 : span.start, span.end);
    const quoted = whole.includes('"');
    return readWords(not, { ...span, text: whole.replaceAll('"', " "), quoted });
  }
  const rest = text.slice(span.start + (not ? 1 : 0) + said.length, span.end);
  return {
    message: `“${said}:” isn't a filter.`,
    suggestion: `${not ? "-" : ""}${meant}${rest}`,
  };
}

/** What other help desks call our operators. */
const operatorsElsewhere: Readonly<Record<string, OperatorName>> = {
  from: "requester",
  customer: "requester",
  client: "requester",
  sender: "requester",
  agent: "assignee",
  owner: "assignee",
  group: "team",
  organization: "company",
  label: "tag",
  via: "channel",
  inbox: "mailbox",
};

/** And our values. */
const valuesElsewhere: Readonly<Partial<Record<OperatorName, Readonly<Record<string, string>>>>> = {
  priority: { critical: "urgent", highest: "urgent", medium: "normal", lowest: "low" },
  status: { solved: "resolved", hold: "on-hold", waiting: "pending" },
  has: { file: "attachment", files: "attachment", agent: "assignee" },
};

function readOperator(token: Token, name: OperatorName, language: Language): Read {
  const { not } = token;
  const operator = operatorOf(language, name);
  const values: Value[] = [];
  for (const part of token.parts) {
    if (part.text.trim() === "") continue;
    const value = readValue(part, operator);
    if (!value) return wrongValue(name, operator, part, not);
    values.push(value);
  }
  if (values.length === 0) {
    return {
      message: `“${name}:” needs a value. Try ${exampleOf(name, operator)}.`,
      suggestion: null,
    };
  }
  if (values.length > queryLimits.values) {
    const message = `“${name}:” can have at most ${queryLimits.values} values.`;
    return { message, suggestion: null };
  }
  return { kind: "operator", not, operator: name, values };
}

function readValue({ text: said, quoted }: Part, operator: Operator): Value | null {
  const text = said.replace(/\s+/g, " ").trim();
  switch (operator.takes) {
    case "choice": {
      const folded = text.toLowerCase().replaceAll(" ", "-");
      const choice = operator.choices?.find((known) => known === folded);
      return choice ? { kind: "choice", choice } : null;
    }
    case "name":
      if (!quoted && operator.me && text.toLowerCase() === "me") return { kind: "me" };
      if (!quoted && operator.none && text.toLowerCase() === "none") return { kind: "none" };
      return { kind: "name", name: normalizeName(text) };
    case "time": {
      const test = readTest(text, readMoment);
      return test && { kind: "time", test };
    }
    case "moment": {
      const of = readMoment(text);
      return of && { kind: "time", test: { kind: "is", of } };
    }
    case "number": {
      const test = readTest(text, readCount);
      return test && { kind: "count", test };
    }
    case "hour": {
      const hour = readWeekHour(text);
      return hour && { kind: "hour", hour };
    }
  }
}

function wrongValue(name: OperatorName, operator: Operator, { text }: Part, not: boolean) {
  if (operator.takes !== "choice") {
    const also = operator.takes === "time" ? ` or ${name}:yesterday` : "";
    const message = `“${text}” isn't a ${kinds[operator.takes]}. Try ${operator.example}${also}.`;
    return { message, suggestion: null };
  }
  const suggest = (name: OperatorName, choice: string) =>
    printTerm({ kind: "operator", not, operator: name, values: [{ kind: "choice", choice }] });
  const choices = operator.choices ?? [];
  const said = valuesElsewhere[name]?.[text.toLowerCase()];
  const choice = choices.find((known) => known === said) ?? nearest(text, choices);
  if (name === "is" || name === "has" || name === "waiting") {
    const message = `“${name}:${text}” isn't a filter.`;
    const status = name === "is" && nearest(text, ticketStatuses);
    if (status && !choice) return { message, suggestion: suggest("status", status) };
    return { message, suggestion: choice ? suggest(name, choice) : null };
  }
  return {
    message: `“${text}” isn't a ${name}.`,
    suggestion: choice ? suggest(name, choice) : null,
  };
}

const kinds: Record<Exclude<Operator["takes"], "choice">, string> = {
  name: "name",
  time: "date",
  moment: "date",
  number: "number",
  hour: "weekday and hour",
};

function exampleOf(name: OperatorName, { example }: Operator): string {
  return example.includes(":") ? example : `${name}:${example}`;
}
