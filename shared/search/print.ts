import type { Term, Value } from "./terms.ts";
import { writeMoment, writeTest, writeWeekHour } from "./values.ts";

/** The text of a query, which parses to the same query. */
export function printQuery(terms: readonly Term[]): string {
  return terms.map(printTerm).join(" ");
}

export function printTerm(term: Term): string {
  return (term.not ? "-" : "") + printPositive(term);
}

function printPositive(term: Term): string {
  switch (term.kind) {
    case "word":
      return term.prefix ? `${term.text}*` : term.text;
    case "phrase":
      return `"${term.text}"`;
    case "number":
      return `#${term.number}`;
    case "operator":
      return `${term.operator}:${term.values.map(printValue).join(",")}`;
  }
}

export function printValue(value: Value): string {
  switch (value.kind) {
    case "choice":
      return value.choice;
    case "name":
      return printName(value.name);
    case "me":
    case "none":
      return value.kind;
    case "time":
      return writeTest(value.test, writeMoment);
    case "count":
      return writeTest(value.test, String);
    case "hour":
      return writeWeekHour(value.hour);
  }
}

/** In quotes where it would otherwise end early or mean something else. */
export function printName(name: string): string {
  const plain = !/[\s,"]/.test(name) && !/^(me|none)$/i.test(name);
  return plain ? name : `"${name.replaceAll('"', '""')}"`;
}
