import type { OperatorName } from "../../../../shared/search/operators.ts";

/** What chooses the values of one operator. */
export interface ValuesProps {
  operator: OperatorName;
  /** As the query says them. */
  chosen: readonly string[];
  /** Of what is chosen at this very moment: clicks may come faster than the screen follows. */
  onChoose: (next: (now: readonly string[]) => readonly string[]) => void;
}

export function toggled(chosen: readonly string[], value: string): string[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
}
