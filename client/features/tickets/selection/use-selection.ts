import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { holdForPage } from "../../../app/keyboard/held-keys.ts";
import { keyTable, useKeys } from "../../../app/keyboard/keys.ts";
import { formatNumber } from "../../../components/format/format.ts";
import {
  type ChosenRows,
  useChosenRows,
} from "../../../components/table/selection/use-chosen-rows.ts";
import {
  actionsOnSelection,
  areAllSpam,
  keyHandlers,
  type OfferedAction,
  paletteActions,
  selectionKeys,
  type TicketActionName,
} from "../actions/ticket-actions.ts";

interface AskedAction {
  name: TicketActionName;
  /** The row under the cursor, if nothing is selected. */
  row: TicketRow | null;
  /** Where the focus was and returns to. */
  focused: Element | null;
}

export interface TicketSelection extends ChosenRows<TicketRow> {
  asked: AskedAction | null;
  settleAsked: () => void;
  /** Runs an action on one row, as its shortcut does. */
  ask: (name: TicketActionName, row: TicketRow) => void;
}

interface SelectionOptions {
  /** Another view or search clears the selection. */
  listKey: string;
  rows: readonly TicketRow[];
  /** The rows are still those of the previous list. */
  isPrevious: boolean;
  /** A ticket is open, which has the keys while nothing is selected. */
  open: boolean;
  /** The ticket covers the list. */
  covered: boolean;
}

/** The selected tickets, and the actions requested by key. */
export function useSelection(options: SelectionOptions): TicketSelection {
  const { listKey, rows, isPrevious, open, covered } = options;
  const chosen = useChosenRows({ listKey, rows, isPrevious, nameOf, covered });
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const some = chosen.ids.size > 0;
  const { search } = useLocation();
  const navigate = useNavigate();
  useKeys(
    () => {
      const under = open ? null : chosen.cursor.current;
      const row = some ? null : (rows.find(({ id }) => id === under) ?? null);
      if (!some && !row) return {};
      const run = ({ name }: OfferedAction) =>
        setAsked({ name, row, focused: document.activeElement });
      const about = row ? `#${row.number}` : countOf(chosen.ids.size);
      const meant = row ? [row] : rows.filter(({ id }) => chosen.ids.has(id));
      const actions = actionsOnSelection({ rows: meant, total: row ? 1 : chosen.ids.size });
      const further = paletteActions(actions, run);
      const isSpam = areAllSpam(meant);
      // Null keeps the other keys from the open ticket: they are meant for the selection.
      const byKey = {
        ...Object.fromEntries(selectionKeys.map((key) => [key, null])),
        "ticket.resolveNext": null,
        ...withResolveNext(keyHandlers(actions, run)),
      };
      if (!row || isSpam) return { about, further, ...byKey };
      // Writing happens in the ticket: the key opens it and is replayed there.
      const openAnd = (key: "ticket.reply" | "ticket.note") => () => {
        navigate(`/ticket/${row.number}${search}`);
        holdForPage(keyTable[key]);
      };
      const writing = {
        "ticket.reply": openAnd("ticket.reply"),
        "ticket.note": openAnd("ticket.note"),
      };
      return { about, further, ...byKey, ...writing };
    },
    { first: some },
  );
  const ask = useCallback(
    (name: TicketActionName, row: TicketRow) =>
      setAsked({ name, row, focused: document.activeElement }),
    [],
  );
  return { ...chosen, asked, settleAsked: () => setAsked(null), ask };
}

/** In a list the cursor goes on by itself, so both keys do the same. */
function withResolveNext(handlers: ReturnType<typeof keyHandlers>) {
  const resolve = handlers["ticket.resolve"];
  return resolve ? { ...handlers, "ticket.resolveNext": resolve } : handlers;
}

function countOf(size: number): string {
  return size === 1 ? "1 selected ticket" : `${formatNumber(size)} selected tickets`;
}

function nameOf({ number, subject }: TicketRow): string {
  return `#${number} ${subject}`;
}
