import { actWordsHere, fieldsSaid, fieldWords } from "./audit.ts";
import type { UserHistoryLine } from "./users.ts";

/** `Maya Lindqvist disabled this user`, `Maya Lindqvist made this user Agent, changed companies`. */
export function historyWords(line: UserHistoryLine, ownId: string): string {
  const deed = deedOf(line);
  const { by } = line;
  if (by && by.id !== ownId) return `${by.name} ${deed}`;
  return deed.charAt(0).toUpperCase() + deed.slice(1);
}

function deedOf({ act, fields, became: { role, state } }: UserHistoryLine): string {
  const named = [
    state && { fields: ["state"], words: `${stateWords[state] ?? "changed"} this user` },
    // It decides the scope too, which was once written as its column is called.
    role && { fields: ["role", "companyScope", "company_scope"], words: `made this user ${role}` },
  ].filter((deed) => deed !== null && deed !== "");
  if (act !== "user.updated" || named.length === 0) {
    return [actWordsHere(act), fieldsSaid(act, fields)].filter(Boolean).join(": ");
  }
  const told = new Set(named.flatMap((deed) => deed.fields));
  const others = fields.filter((field) => !told.has(field)).map(fieldWords);
  const words = named.map((deed) => deed.words);
  if (others.length > 0) words.push(`changed ${others.join(", ")}`);
  return words.join(", ");
}

const stateWords: Record<string, string> = {
  active: "enabled",
  disabled: "disabled",
  invited: "invited",
};
