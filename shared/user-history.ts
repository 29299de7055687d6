import { actWordsHere, fieldsSaid, fieldWords } from "./audit.ts";
import type { UserHistoryLine } from "./users.ts";

/** `Maya Lindqvist disabled this user`, `Maya Lindqvist made this user Agent, changed companies`. */
export function historyWords(line: UserHistoryLine, ownId: string): string {
  const deed = deedOf(line);
  const { by } = line;
  if (by && by.id !== ownId) return `${by.name} ${deed}`;
  return deed.charAt(0).toUpperCase() + deed.slice(1);
}

function deedOf(line: UserHistoryLine): string {
  const { act, fields, became } = line;
  const { role, state } = became;
  const there = deedThere(line);
  if (there) return there;
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

/** What was done to them on the page of a company or of a team. */
function deedThere({ act, place, became: { seesAllTickets, inTeam } }: UserHistoryLine) {
  const company = place ?? "a company that is gone";
  const team = place === null ? "a team that is gone" : `the team ${place}`;
  switch (act) {
    case "company.agent-added":
      return `assigned ${company}`;
    case "company.agent-removed":
      return `unassigned ${company}`;
    case "company.member-added":
      return `added this user to ${company}${seesAllTickets ? ", with sight of all its tickets" : ""}`;
    case "company.member-changed":
      if (seesAllTickets === null) return `changed what this user sees of ${company}`;
      return `let this user see ${seesAllTickets ? "all" : "only their own"} tickets of ${company}`;
    case "company.member-removed":
      return `took this user out of ${company}`;
    case "team.updated":
      return inTeam ? `added this user to ${team}` : `took this user out of ${team}`;
    default:
      return null;
  }
}

const stateWords: Record<string, string> = {
  active: "enabled",
  disabled: "disabled",
  invited: "invited",
};
