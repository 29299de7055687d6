import type { TicketConflict, TicketPatch } from "../../../../shared/tickets/page.ts";
import { formatExact } from "../../../components/format/format.ts";
import { createOwnStore } from "../../../data/session/forget.ts";

/** Somebody else set the same field to something else: both values, and who decides. */
export interface ConflictAsked {
  number: number;
  conflicts: readonly TicketConflict[];
  setMine: () => void;
}

export const conflictQuestions = createOwnStore<readonly ConflictAsked[]>([]);

export function askAbout(question: ConflictAsked): void {
  conflictQuestions.set([...conflictQuestions.get(), question]);
}

export function settle(question: ConflictAsked): void {
  conflictQuestions.set(conflictQuestions.get().filter((other) => other !== question));
}

/** As it is said to somebody in this time zone. */
export function saidOf(field: TicketConflict["field"], value: string, timeZone: string): string {
  const isTime = field === "snoozedUntil" && !Number.isNaN(Date.parse(value));
  return isTime ? formatExact(value, timeZone) : value || "nothing";
}

export const fieldNames: Record<keyof TicketPatch, string> = {
  subject: "Subject",
  status: "Status",
  priority: "Priority",
  type: "Type",
  companyId: "Company",
  requesterId: "Requester",
  assigneeId: "Assignee",
  teamId: "Team",
  addTags: "Tags",
  removeTags: "Tags",
  addFollowers: "Followers",
  removeFollowers: "Followers",
  snoozedUntil: "Snoozed until",
};
