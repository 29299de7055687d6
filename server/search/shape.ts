import { instantAt, stretchOf } from "../../shared/search/moments.ts";
import { type OperatorName, type OperatorTaking, takes } from "../../shared/search/operators.ts";
import type { Term, Value } from "../../shared/search/terms.ts";
import { type Test, weekdays } from "../../shared/search/values.ts";
import { type FoundNames, idsOf } from "./names.ts";

/**
 * A term without what it is run with: statements of the same shape are the same statement, and
 * are kept. What comes from a fixed vocabulary is part of the shape, since indexes depend on it.
 */
export type ShapedTerm = { not: boolean } & (
  | { kind: "word" | "phrase" | "number"; value: ValueName }
  | { kind: "choices"; operator: OperatorTaking<"choice">; choices: string[] }
  | {
      kind: "named";
      operator: OperatorTaking<"name">;
      ids: ValueName | null;
      me: boolean;
      none: boolean;
    }
  | { kind: "ranges"; operator: RangeOperator; ranges: [ValueName | null, ValueName | null][] }
  | { kind: "moments"; moments: ValueName[] }
  | { kind: "hours"; hours: ValueName }
);

export type RangeOperator = OperatorTaking<"time" | "number">;

export type ValueName = `value${number}`;
export type TermValues = Record<ValueName, unknown>;

interface ShapeContext {
  now: Date;
  timeZone: string;
  names: FoundNames;
}

interface Shaped {
  terms: ShapedTerm[];
  values: TermValues;
}

/** `from`: the number of the first value, for statements that several queries share. */
export function shapeTerms(terms: readonly Term[], context: ShapeContext, from = 0): Shaped {
  const values: TermValues = {};
  let count = from;
  const keep = (value: unknown): ValueName => {
    const name: ValueName = `value${count}`;
    count += 1;
    values[name] = value;
    return name;
  };
  return { terms: terms.map((term) => shapeTerm(term, context, keep)), values };
}

type Keep = (value: unknown) => ValueName;

function shapeTerm(term: Term, context: ShapeContext, keep: Keep): ShapedTerm {
  const { not } = term;
  switch (term.kind) {
    case "word":
    case "phrase":
      return { kind: term.kind, not, value: keep(term.text) };
    case "number":
      return { kind: "number", not, value: keep(term.number) };
    case "operator":
      return { not, ...shapeOperator(term.operator, term.values, context, keep) };
  }
}

function shapeOperator(
  operator: OperatorName,
  values: readonly Value[],
  context: ShapeContext,
  keep: Keep,
) {
  if (takes(operator, "choice")) {
    const choices = values.flatMap((value) => (value.kind === "choice" ? [value.choice] : []));
    const chosen = [...new Set(choices)];
    return { kind: "choices" as const, operator, choices: chosen };
  }
  if (takes(operator, "hour")) {
    const hours = values.flatMap((value) =>
      value.kind === "hour"
        ? [weekdays.indexOf(value.hour.weekday) * 24 + value.hour.hour + 24]
        : [],
    );
    return { kind: "hours" as const, hours: keep(hours) };
  }
  if (takes(operator, "moment")) {
    const moments = values.flatMap((value) =>
      value.kind === "time" && value.test.kind === "is"
        ? [keep(instantAt(value.test.of, context))]
        : [],
    );
    return { kind: "moments" as const, moments };
  }
  if (takes(operator, "time") || takes(operator, "number")) {
    const ranges = values.map((value): [ValueName | null, ValueName | null] => {
      const [from, to] = rangeOf(value, context);
      return [from === null ? null : keep(from), to === null ? null : keep(to)];
    });
    return { kind: "ranges" as const, operator, ranges };
  }
  const ids = values.flatMap((value) =>
    value.kind === "name" ? idsOf(context.names, operator, value.name) : [],
  );
  const isNamed = values.some((value) => value.kind === "name");
  return {
    kind: "named" as const,
    operator,
    ids: isNamed ? keep([...new Set(ids)]) : null,
    me: values.some((value) => value.kind === "me"),
    none: values.some((value) => value.kind === "none"),
  };
}

/** From the first value up to, but without, the second. */
function rangeOf(value: Value, context: ShapeContext): [unknown, unknown] {
  if (value.kind === "time") {
    const { from, to } = stretchOf(value.test, context);
    return [from, to];
  }
  return value.kind === "count" ? countRange(value.test) : [null, null];
}

export function countRange(test: Test<number>): [number | null, number | null] {
  if (test.kind === "is") return [test.of, test.of + 1];
  if (test.kind === "range") return [test.from, test.to + 1];
  switch (test.comparison) {
    case "<":
      return [null, test.of];
    case "<=":
      return [null, test.of + 1];
    case ">":
      return [test.of + 1, null];
    case ">=":
      return [test.of, null];
  }
}
