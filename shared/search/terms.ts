import type { OperatorName } from "./operators.ts";
import type { Moment, Test, WeekHour } from "./values.ts";

/** A ticket must match every term. */
export type Term = {
  not: boolean;
} /** `prefix`: words that begin like this match, written with a star. */ & (
  | { kind: "word"; text: string; prefix?: true }
  | { kind: "phrase"; text: string }
  | { kind: "number"; number: number }
  | { kind: "operator"; operator: OperatorName; values: Value[] }
);

/** A ticket must match one of an operator's values. */
export type Value =
  | { kind: "choice"; choice: string }
  | { kind: "name"; name: string }
  | { kind: "me" }
  | { kind: "none" }
  | { kind: "time"; test: Test<Moment> }
  | { kind: "count"; test: Test<number> }
  | { kind: "hour"; hour: WeekHour };
