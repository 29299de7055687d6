import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { createOwnStore } from "../../../data/session/forget.ts";

/** What was done here to some tickets, until the lists know of it. */
interface PendingBulk {
  requestId: string;
  ids: ReadonlySet<string>;
  /** As the row will stand; null: it leaves every list. */
  show: (row: TicketRow) => TicketRow | null;
}

export const pendingBulk = createOwnStore<readonly PendingBulk[]>([]);

export function addPendingBulk(pending: PendingBulk): void {
  pendingBulk.set([...pendingBulk.get(), pending]);
}

export function dropPendingBulk(requestId: string): void {
  pendingBulk.set(pendingBulk.get().filter((pending) => pending.requestId !== requestId));
}

export function withPendingBulk(
  rows: readonly TicketRow[],
  pending: readonly PendingBulk[],
): readonly TicketRow[] {
  if (pending.length === 0) return rows;
  return rows.flatMap((row) => {
    const mine = pending.filter(({ ids }) => ids.has(row.id));
    return mine.reduce<TicketRow | null>((shown, { show }) => shown && show(shown), row) ?? [];
  });
}
