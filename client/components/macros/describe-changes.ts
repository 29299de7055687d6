import { type MacroChanges, statusSet, unusableStatus } from "../../../shared/macros.ts";
import { priorityNames, statusNames } from "../../../shared/tickets/vocabulary.ts";

/** `sets Pending, adds billing`. */
export function describeChanges(changes: MacroChanges): string {
  const { priority, assignee, team, addTags, removeTags } = changes;
  const status = statusSet(changes);
  const inVain = unusableStatus(changes);
  const parts = [
    status && `sets ${statusNames[status]}`,
    inVain && `no longer sets ${statusNames[inVain]}`,
    priority && `priority ${priorityNames[priority]}`,
    assignee && `assigns ${assignee === "me" ? "you" : assignee.name}`,
    team && `team ${team.name}`,
    addTags && `adds ${addTags.join(", ")}`,
    removeTags && `removes ${removeTags.join(", ")}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Why a macro's change has no effect and how to fix that; null if it works. */
export function whyInVain(changes: MacroChanges): string | null {
  const status = unusableStatus(changes);
  if (!status) return null;
  return `This macro was made to set ${statusNames[status]}. Closing is asked about first, so no macro does it any more: choose another status, or save it without one.`;
}
