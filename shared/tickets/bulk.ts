import { jobLimits } from "../jobs.ts";
import type { BulkPatch } from "./fields.ts";
import { priorityNames, statusNames } from "./vocabulary.ts";

/** What is done to many tickets at once: to each of them alike. */
export type BulkAct =
  | { kind: "patch"; patch: BulkPatch }
  | { kind: "spam" }
  | { kind: "not-spam" }
  /** `agreedIds`: who was shown as going to see what, and it is meant. */
  | { kind: "merge"; targetId: string; agreedIds?: string[] | undefined };

/** All that a view and a query find, to be changed at once. */
export interface TicketIds {
  ids: string[];
  /** There are more than can be changed at once: these are the first of them. */
  more: boolean;
}

/** So many are done at once, and whoever asked waits for the answer. */
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
