import type { SavedView } from "../../../../shared/saved-views.ts";
import { fieldOf } from "../../../../shared/tickets/fields.ts";
import type { TicketConflict } from "../../../../shared/tickets/page.ts";
import {
  isOpenStatus,
  type PersonRef,
  type TicketStatus,
} from "../../../../shared/tickets/vocabulary.ts";
import { formatExact } from "../../../components/format/format.ts";
import { createUserStore } from "../../../data/session/forget.ts";
import type { TicketList } from "../list/ticket-list-address.ts";

/** Someone else set the same field to another value. */
export interface ConflictQuestion {
  number: number;
  conflicts: readonly TicketConflict[];
  setMine: () => void;
}

export const conflictQuestions = createUserStore<readonly ConflictQuestion[]>([]);

export function askAboutConflict(question: ConflictQuestion): void {
  conflictQuestions.set([...conflictQuestions.get(), question]);
}

export function settleConflict(question: ConflictQuestion): void {
  conflictQuestions.set(conflictQuestions.get().filter((other) => other !== question));
}

/** The value in words, times in the reader's time zone. */
export function conflictValue(
  field: TicketConflict["field"],
  value: string,
  timeZone: string,
): string {
  const isTime = fieldOf(field).isTime && !Number.isNaN(Date.parse(value));
  return isTime ? formatExact(value, timeZone) : value || "none";
}

/** What the dialog shows of a ticket; list rows and ticket pages have it. */
export interface MergeTicket {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  requester: PersonRef;
  company: { name: string } | null;
}

export interface MergeQuestion {
  tickets: readonly MergeTicket[];
}

/** The ticket to keep: the open one, of several the older one; a closed one can't be kept. */
export function defaultTarget(tickets: readonly MergeTicket[]): MergeTicket {
  const byAge = [...tickets].sort((one, other) => one.number - other.number);
  const target =
    byAge.find(({ status }) => isOpenStatus(status)) ??
    byAge.find(({ status }) => status !== "closed") ??
    byAge[0];
  if (!target) throw new Error("There are no tickets to merge");
  return target;
}

/** The open merge dialog. */
export const mergeQuestion = createUserStore<MergeQuestion | null>(null);

/** Opens the merge dialog; with one ticket it asks for the other one first. */
export function openMerge(tickets: readonly MergeTicket[]): void {
  mergeQuestion.set({ tickets });
}

export function closeMerge(): void {
  mergeQuestion.set(null);
}

type SavedDialog =
  | { about: "save"; list: TicketList }
  | { about: "rename"; view: SavedView }
  | { about: "delete"; view: SavedView };

/** The open dialog about a saved view; it outlives the menu it was opened from. */
export const savedViewDialog = createUserStore<SavedDialog | null>(null);

/** Opens after the menu has returned the focus, so that the dialog can return it as well. */
export function openSavedViewDialog(dialog: SavedDialog): void {
  requestAnimationFrame(() => requestAnimationFrame(() => savedViewDialog.set(dialog)));
}
