import { asksForDays } from "./moments.ts";
import type { Language } from "./operators.ts";
import { parseQuery } from "./query.ts";

/** Whether a query finds other tickets in other time zones. */
export function namesDays(text: string, language: Language): boolean {
  return parseQuery(text, language).terms.some(
    (term) =>
      term.kind === "operator" &&
      term.values.some(
        (value) => value.kind === "hour" || (value.kind === "time" && asksForDays(value.test)),
      ),
  );
}
