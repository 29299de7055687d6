import { actionWordsHere, describeFields, fieldWords } from "./audit.ts";
import type { UserHistoryLine } from "./users.ts";

/** `Maya Lindqvist disabled this user`, `Maya Lindqvist set the role to Agent, changed companies`. */
export function historyWords(line: UserHistoryLine, ownId: string): string {
  const action = describeAction(line);
  const { by } = line;
  if (by && by.id !== ownId) return `${by.name} ${action}`;
  return action.charAt(0).toUpperCase() + action.slice(1);
}

function describeAction(line: UserHistoryLine): string {
  const { act, fields, became } = line;
  const { role, state } = became;
  const there = describePlace(line);
  if (there) return there;
  const named = [
    state && { fields: ["state"], words: `${stateWords[state] ?? "changed"} this user` },
    // The role decides the scope too, which older entries call `company_scope`.
    role && { fields: ["role", "companyScope", "company_scope"], words: `set the role to ${role}` },
  ].filter((part) => part !== null && part !== "");
  if (act !== "user.updated" || named.length === 0) {
    return [actionWordsHere(act), describeFields(act, fields)].filter(Boolean).join(": ");
  }
  const described = new Set(named.flatMap((part) => part.fields));
  const others = fields.filter((field) => !described.has(field)).map(fieldWords);
  const words = named.map((part) => part.words);
  if (others.length > 0) words.push(`changed ${others.join(", ")}`);
  return words.join(", ");
}

/** A change of companies or teams. */
function describePlace({ act, place, became: { seesAllTickets, inTeam } }: UserHistoryLine) {
  const company = place ?? "a deleted company";
  const team = place === null ? "a deleted team" : `the team ${place}`;
  switch (act) {
    case "company.agent-added":
      return `assigned ${company}`;
    case "company.agent-removed":
      return `unassigned ${company}`;
    case "company.member-added":
      return `added this user to ${company}${seesAllTickets ? " with access to all its tickets" : ""}`;
    case "company.member-changed":
      if (seesAllTickets === null) return `changed what this user can see in ${company}`;
      return `gave this user access to ${seesAllTickets ? "all" : "only their own"} tickets of ${company}`;
    case "company.member-removed":
      return `removed this user from ${company}`;
    case "team.updated":
      return inTeam ? `added this user to ${team}` : `removed this user from ${team}`;
    default:
      return null;
  }
}

const stateWords: Record<string, string> = {
  active: "enabled",
  disabled: "disabled",
  invited: "invited",
};
