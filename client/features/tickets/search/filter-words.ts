import type { Language, OperatorName } from "../../../../shared/search/operators.ts";
import { printValue } from "../../../../shared/search/print.ts";
import { parseQuery, type Span } from "../../../../shared/search/query.ts";
import type { Term, Value } from "../../../../shared/search/terms.ts";
import {
  type Moment,
  type Test,
  writeMoment,
  writeWeekHour,
} from "../../../../shared/search/values.ts";
import { ticketFields } from "../../../../shared/tickets/fields.ts";

/** The operators in the filter menu; others can be typed. */
const byMouse: Record<Language, readonly OperatorName[]> = {
  staff: [
    ...(["status", "priority", "type", "assignee", "requester", "company", "team", "tag"] as const),
    ...([
      "is",
      "has",
      "waiting",
      "created",
      "updated",
      "resolved",
      "rating",
      "channel",
      "mailbox",
    ] as const),
  ],
  customer: ["status", "created", "updated"],
};

export function filtersByMouse(language: Language): readonly OperatorName[] {
  return byMouse[language];
}

export const filterNames: Record<OperatorName, string> = {
  status: ticketFields.status.label,
  priority: ticketFields.priority.label,
  type: ticketFields.type.label,
  assignee: ticketFields.assigneeId.label,
  requester: ticketFields.requesterId.label,
  company: ticketFields.companyId.label,
  team: ticketFields.teamId.label,
  tag: "Tag",
  channel: "Channel",
  mailbox: "Mailbox",
  created: "Created",
  updated: "Updated",
  resolved: "Resolved",
  closed: "Closed",
  "open-at": "Open on",
  "first-reply": "First reply",
  unassigned: "Unassigned since",
  reopened: "Reopened",
  "reopened-at": "Reopened on",
  replies: "Replies",
  rating: "Rating",
  rated: "Rated",
  waiting: "Waiting for",
  "created-hour": "Created on",
  has: "Has",
  is: "Is",
};

/** The label before the values: `Status`, `Status is not`, `Not`, `Has no`. */
export function filterLabel({ operator, not }: FilterTerm): string {
  const name = filterNames[operator];
  if (!not) return name;
  if (operator === "is") return "Not";
  if (operator === "has") return "Has no";
  return operator === "waiting" ? "Not waiting for" : `${name} is not`;
}

/** `Status: Open, Pending` */
export function filterWords({ operator, values }: FilterTerm): string {
  return values.map((value) => valueWords(operator, value)).join(", ");
}

function valueWords(operator: OperatorName, value: Value): string {
  switch (value.kind) {
    case "choice":
      return choiceWords(operator, value.choice);
    case "name":
      return value.name;
    case "me":
      return "me";
    case "none":
      return operator === "assignee" ? "unassigned" : "none";
    case "time":
      return timeWords(value.test);
    case "count":
      return countWords(value.test);
    case "hour":
      return writeWeekHour(value.hour);
  }
}

const choiceNames: Partial<Record<OperatorName, Record<string, string>>> = {
  status: ticketFields.status.names,
  priority: ticketFields.priority.names,
  type: ticketFields.type.names,
  channel: { web: "Web", phone: "Phone", email: "Email", api: "API" },
  waiting: { us: "us", customer: "the customer" },
  has: { draft: "draft by me" },
};

/** An operator's value in words: `opened-by-staff` is “opened by staff”. */
export function choiceWords(operator: OperatorName, choice: string): string {
  return choiceNames[operator]?.[choice] ?? choice.replaceAll("-", " ");
}

export function timeWords(test: Test<Moment>): string {
  if (test.kind === "range") return `${momentWords(test.from)} to ${momentWords(test.to)}`;
  const { of } = test;
  if (test.kind === "is") return momentWords(of);
  const after = test.comparison.startsWith(">");
  if (of.kind === "ago") return after ? `in the last ${span(of, "")}` : `over ${span(of)} ago`;
  const including = test.comparison.endsWith("=");
  const words = after ? (including ? "since" : "after") : including ? "up to" : "before";
  return `${words} ${momentWords(of)}`;
}

function momentWords(moment: Moment): string {
  if (moment.kind === "ago") return `${span(moment)} ago`;
  return writeMoment(moment).replace("T", " ");
}

const units = { m: "minute", h: "hour", d: "day", w: "week" } as const;

function span({ amount, unit }: Moment & { kind: "ago" }, one?: ""): string {
  if (amount !== 1) return `${amount} ${units[unit]}s`;
  return `${one ?? (unit === "h" ? "an " : "a ")}${units[unit]}`;
}

function countWords(test: Test<number>): string {
  if (test.kind === "range") return `${test.from} to ${test.to}`;
  if (test.kind === "is") return String(test.of);
  const words = { "<": "under", "<=": "at most", ">": "over", ">=": "at least" } as const;
  return `${words[test.comparison]} ${test.of}`;
}

type FilterTerm = Term & { kind: "operator" };

export interface Filter {
  term: FilterTerm;
  span: Span;
}

/** The operators in the query, in order. */
export function filtersOf(text: string, language: Language): Filter[] {
  const { terms, spans } = parseQuery(text, language);
  return terms.flatMap((term, index) => {
    const span = spans[index];
    return term.kind === "operator" && span ? [{ term, span }] : [];
  });
}

/** The values of an operator as written; of several, the first that is not negated. */
export function valuesIn(text: string, operator: OperatorName, language: Language): string[] {
  return findFilter(text, operator, language)?.term.values.map(printValue) ?? [];
}

/** The query with an operator set to these values; no values remove it. */
export function withValues(
  text: string,
  operator: OperatorName,
  values: readonly string[],
  language: Language,
): string {
  const span = findFilter(text, operator, language)?.span;
  if (values.length === 0) return span ? withoutSpan(text, span) : text;
  const written = `${operator}:${values.join(",")}`;
  if (!span) return [text.trim(), written].filter(Boolean).join(" ");
  return text.slice(0, span.start) + written + text.slice(span.end);
}

export function withoutSpan(text: string, { start, end }: Span): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

function findFilter(text: string, operator: OperatorName, language: Language): Filter | undefined {
  return filtersOf(text, language).find(({ term }) => term.operator === operator && !term.not);
}
