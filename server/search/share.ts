import type { OperatorName, OperatorTaking } from "../../shared/search/operators.ts";
import { isOpenStatus } from "../../shared/tickets/vocabulary.ts";
import type { ShapedTerm, TermValues } from "./shape.ts";

/** How many of the tickets that are walked past the other conditions leave, very roughly. */
export function shareOfTerms(terms: readonly ShapedTerm[], values: TermValues): number {
  return terms.reduce((left, term) => left * (term.not ? 1 : shareOfTerm(term, values)), 1);
}

function shareOfTerm(term: ShapedTerm, values: TermValues): number {
  switch (term.kind) {
    case "word":
      return 0.5;
    case "named":
      return term.operator === "tag" ? 0.03 : 0.02;
    case "choices":
      return shareOfChoices(term.operator, term.choices);
    case "ranges":
      // Most were never reopened.
      if (term.operator === "reopened") {
        return term.ranges.some(([from]) => from === null || values[from] === 0) ? 0.9 : 0.1;
      }
      // Up to now, which is where the walk begins.
      return term.ranges.some(([, to]) => to === null) ? 0.5 : 0.1;
    default:
      return 0.1;
  }
}

function shareOfChoices(operator: OperatorTaking<"choice">, choices: readonly string[]): number {
  // Tickets that are open have an order of their own to walk.
  if (operator === "is") return choices.includes("open") ? 1 : 0.05;
  const shares = sharesOf[operator];
  return Math.min(
    choices.reduce((sum, choice) => sum + (shares?.[choice] ?? 0.3), 0),
    1,
  );
}

/** As they lie on a desk that is some years old. */
const sharesOf: { [operator in OperatorTaking<"choice">]?: Record<string, number> } = {
  status: { new: 0.01, open: 0.02, pending: 0.01, "on-hold": 0.01, resolved: 0.05, closed: 0.9 },
  priority: { low: 0.2, normal: 0.5, high: 0.2, urgent: 0.05 },
  has: {
    company: 0.9,
    assignee: 0.9,
    team: 0.5,
    tag: 0.5,
    rating: 0.2,
    attachment: 0.1,
    draft: 0.001,
  },
  rating: { good: 0.15, bad: 0.05 },
  waiting: { us: 0.05, customer: 0.05 },
};

/** Whether a ticket's own row tells it, and no order of a list has those alone of which it holds. */
export function isOfRow(term: ShapedTerm): boolean {
  if (term.kind === "ranges") return timesAndCounts.includes(term.operator);
  if (term.kind !== "choices") return false;
  const { operator, choices, not } = term;
  if (operator === "status") return not || choices.some((choice) => !isOpenStatus(choice));
  if (operator === "has") return choices.every((choice) => ofRow.includes(choice));
  return ["priority", "type", "channel", "rating"].includes(operator);
}

const timesAndCounts: readonly OperatorName[] = ["created", "updated", "replies", "reopened"];
const ofRow = ["company", "team", "assignee", "rating"];
