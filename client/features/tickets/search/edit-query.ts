import type { Language, OperatorName } from "../../../../shared/search/operators.ts";
import { printValue } from "../../../../shared/search/print.ts";
import { parseQuery, type Span } from "../../../../shared/search/query.ts";
import type { Term } from "../../../../shared/search/terms.ts";

export type FilterTerm = Term & { kind: "operator" };

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
