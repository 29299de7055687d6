import { jobLimits } from "../jobs.ts";
import type { BulkPatch } from "./fields.ts";
import { priorityNames, statusNames } from "./vocabulary.ts";

/** A bulk action: the same for each ticket. */
export type BulkAct =
  | { kind: "patch"; patch: BulkPatch }
  | { kind: "spam" }
  | { kind: "not-spam" }
  /** `agreedIds`: the people who gain access, as the dialog showed them. */
  | { kind: "merge"; targetId: string; agreedIds?: string[] | undefined };

/** The tickets that a view and a query find, for a bulk action. */
export interface TicketIds {
  ids: string[];
  /** There are more than one action can change: these are the first. */
  more: boolean;
}

/** Up to this many are changed before the call returns. */
export const bulkAtOnce = jobLimits.slice;

/** `Setting 1,204 tickets to Resolved`. */
export function bulkTitle(act: BulkAct, total: number): string {
  const tickets = total === 1 ? "1 ticket" : `${total.toLocaleString("en")} tickets`;
  if (act.kind === "spam") return `Marking ${tickets} as spam`;
  if (act.kind === "not-spam") return `Taking ${tickets} out of spam`;
  if (act.kind === "merge") return `Merging ${tickets}`;
  const { status, priority, type, assigneeId, teamId } = act.patch;
  const { addTags, removeTags, snoozedUntil } = act.patch;
  if (status) return `Setting ${tickets} to ${statusNames[status]}`;
  if (priority) return `Setting ${tickets} to ${priorityNames[priority]} priority`;
  if (assigneeId !== undefined)
    return assigneeId ? `Assigning ${tickets}` : `Unassigning ${tickets}`;
  if (teamId !== undefined) return `Setting the team of ${tickets}`;
  if (type) return `Setting the type of ${tickets}`;
  if (addTags?.length || removeTags?.length) return `Tagging ${tickets}`;
  if (snoozedUntil !== undefined) return `Snoozing ${tickets}`;
  return `Changing ${tickets}`;
}
