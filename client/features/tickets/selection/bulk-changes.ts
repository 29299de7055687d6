import type { BulkAct } from "../../../../shared/tickets/bulk.ts";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { type BulkableChange, showInRow } from "../actions/changes.ts";

/** A bulk change: the call, its optimistic rows and its notice. */
export interface BulkChange {
  act: BulkAct;
  show: (row: TicketRow) => TicketRow | null;
  /** The notice for `#1284` or `3 tickets`. */
  done: (what: string) => string;
}

/** The change of one ticket, made to several. */
export function changeEach(change: BulkableChange): BulkChange {
  return {
    act: { kind: "patch", patch: change.patch },
    show: (row) => showInRow(row, change),
    done: change.done,
  };
}

export function markSpam(): BulkChange {
  return {
    act: { kind: "spam" },
    show: () => null,
    done: (what) => `Marked ${what} as spam`,
  };
}

export function unmarkSpam(): BulkChange {
  return {
    act: { kind: "not-spam" },
    show: () => null,
    done: (what) => `Removed ${what} from spam`,
  };
}

/** `agreedIds`: the people who gain access, as the dialog showed them. */
export function mergeInto(target: { id: string; number: number }, agreedIds: string[]): BulkChange {
  return {
    act: { kind: "merge", targetId: target.id, agreedIds },
    show: () => null,
    done: (what) => `Merged ${what} into #${target.number}`,
  };
}

/** `3 tickets`, or the number of a single one. */
export function countWords(count: number, number?: number): string {
  if (count === 1) return number === undefined ? "1 ticket" : `#${number}`;
  return `${formatNumber(count)} tickets`;
}
