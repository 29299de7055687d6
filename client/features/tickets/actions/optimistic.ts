import { useMemo } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import type { Pages } from "../../../components/table/use-pages.ts";
import { createOwnStore } from "../../../data/session/forget.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";
import type { Change } from "./changes.ts";
import { asRow } from "./ticket-cache.ts";

/** A change that was made here and has no answer yet. */
interface PendingAct {
  requestId: string;
  ticketId: string;
  change: Change;
}

export const pendingActs = createOwnStore<readonly PendingAct[]>([]);

export function addPending(act: PendingAct): void {
  pendingActs.set([...pendingActs.get(), act]);
}

/** Answered or refused: from here on what the server says is shown. */
export function dropPending(requestId: string): void {
  pendingActs.set(pendingActs.get().filter((act) => act.requestId !== requestId));
}

/** The ticket as it will stand once everything pending has gone through. */
export function withPending(ticket: TicketDetails, acts: readonly PendingAct[]): TicketDetails {
  return acts
    .filter((act) => act.ticketId === ticket.id)
    .reduce((shown, act) => act.change.show(shown), ticket);
}

/** What was done here to some tickets, until the lists know of it. */
interface PendingBulk {
  requestId: string;
  ids: ReadonlySet<string>;
  /** As the row will stand; null: it leaves every list. */
  show: (row: TicketRow) => TicketRow | null;
}

const pendingBulk = createOwnStore<readonly PendingBulk[]>([]);

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

/** The list with what was just changed here and has no answer yet. */
export function useShownRows(pages: Pages<TicketRow>): Pages<TicketRow> {
  const acts = useStore(pendingActs);
  const many = useStore(pendingBulk);
  const utils = trpc.useUtils();
  return useMemo(() => {
    if (acts.length + many.length === 0) return pages;
    const rows = pages.rows.map((row) => {
      if (!acts.some(({ ticketId }) => ticketId === row.id)) return row;
      const ticket = utils.tickets.get.getData({ number: row.number });
      return ticket ? asRow(row, withPending(ticket, acts)) : row;
    });
    return { ...pages, rows: withPendingBulk(rows, many) };
  }, [pages, acts, many, utils]);
}
