import { useMemo } from "react";
import { staffValuesOf } from "../../../../shared/tickets/fields.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { StaffRow, TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import type { Pages } from "../../../components/table/use-pages.ts";
import { createUserStore } from "../../../data/session/forget.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";

/** A change to a ticket that the server has not answered yet. */
interface PendingChange {
  requestId: string;
  ticketId: string;
  show: (ticket: TicketDetails) => TicketDetails;
}

export const pendingChanges = createUserStore<readonly PendingChange[]>([]);

export function addPending(change: PendingChange): void {
  pendingChanges.set([...pendingChanges.get(), change]);
}

/** Once answered or refused: from here on the server's state is shown. */
export function dropPending(requestId: string): void {
  pendingChanges.set(pendingChanges.get().filter((change) => change.requestId !== requestId));
}

/** The ticket as it will be once all pending changes have gone through. */
export function withPending(
  ticket: TicketDetails,
  changes: readonly PendingChange[],
): TicketDetails {
  return changes
    .filter(({ ticketId }) => ticketId === ticket.id)
    .reduce((shown, { show }) => show(shown), ticket);
}

/** A bulk change that the lists do not contain yet. */
interface PendingBulk {
  requestId: string;
  ids: ReadonlySet<string>;
  /** The row after the change; null removes it from every list. */
  show: (row: TicketRow) => TicketRow | null;
}

const pendingBulk = createUserStore<readonly PendingBulk[]>([]);

export function addPendingBulk(pending: PendingBulk): void {
  pendingBulk.set([...pendingBulk.get(), pending]);
}

export function dropPendingBulk(requestId: string): void {
  pendingBulk.set(pendingBulk.get().filter((pending) => pending.requestId !== requestId));
}

function withPendingBulk(
  rows: readonly TicketRow[],
  pending: readonly PendingBulk[],
): readonly TicketRow[] {
  if (pending.length === 0) return rows;
  return rows.flatMap((row) => {
    const mine = pending.filter(({ ids }) => ids.has(row.id));
    return mine.reduce<TicketRow | null>((shown, { show }) => shown && show(shown), row) ?? [];
  });
}

/** The list with all pending changes applied. */
export function useShownRows(pages: Pages<TicketRow>): Pages<TicketRow> {
  const changes = useStore(pendingChanges);
  const bulk = useStore(pendingBulk);
  const utils = trpc.useUtils();
  return useMemo(() => {
    if (changes.length + bulk.length === 0) return pages;
    const rows = pages.rows.map((row) => {
      if (!changes.some(({ ticketId }) => ticketId === row.id)) return row;
      const ticket = utils.tickets.get.getData({ number: row.number });
      return ticket ? asRow(row, withPending(ticket, changes)) : row;
    });
    return { ...pages, rows: withPendingBulk(rows, bulk) };
  }, [pages, changes, bulk, utils]);
}

/** The row with the ticket's current fields. */
export function asRow(row: TicketRow, ticket: TicketDetails): TicketRow {
  const { subject, status, requester, company, assignee, updatedAt, staff } = ticket;
  const common = { ...row, subject, status, requester, company, assignee, updatedAt };
  if (!staff) return common;
  const { team, tags, waitingFor, waitingSince, snoozedUntil } = staff;
  const values = { team, tags, waitingFor, waitingSince, snoozedUntil };
  const own: StaffRow = { ...staffValuesOf(staff), ...values };
  return { ...common, ...own };
}
