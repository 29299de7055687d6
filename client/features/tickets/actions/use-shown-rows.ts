import { useMemo } from "react";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import type { Pages } from "../../../components/list/use-pages.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";
import { pendingActs, withPending } from "./optimistic.ts";
import { asRow } from "./ticket-row.ts";
import { pendingBulk, withPendingBulk } from "./pending-bulk.ts";

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
