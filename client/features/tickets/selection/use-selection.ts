import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { holdForPage } from "../../../app/keyboard/held-keys.ts";
import { type KeyId, keyTable, useKeys } from "../../../app/keyboard/keys.ts";
import { formatNumber } from "../../../components/format/format.ts";
import {
  type ChosenRows,
  useChosenRows,
} from "../../../components/table/selection/use-chosen-rows.ts";
import { type ActName, areAllSpam, furtherActsOn } from "./bulk-actions.ts";

interface AskedAct {
  name: ActName;
  /** Where nothing is chosen: the row under the cursor. */
  row: TicketRow | null;
  /** Where the focus was, and goes again. */
  focused: Element | null;
}

export interface TicketSelection extends ChosenRows<TicketRow> {
  asked: AskedAct | null;
  settleAsked: () => void;
}

interface SelectionOptions {
  /** Another view or search begins with nothing chosen. */
  listKey: string;
  rows: readonly TicketRow[];
  /** They are still those of the list before. */
  isPrevious: boolean;
  /** A ticket is open, and takes the keys while nothing is chosen. */
  open: boolean;
  /** It covers the list. */
  covered: boolean;
}

const keyActs: [KeyId, ActName][] = [
  ["ticket.assign", "assign"],
  ["ticket.take", "take"],
  ["ticket.status", "status"],
  ["ticket.priority", "priority"],
  ["ticket.tags", "tags"],
  ["ticket.resolve", "resolve"],
  ["ticket.snooze", "snooze"],
];

/** The tickets that are chosen, and what a key asks to be done to them. */
export function useSelection(options: SelectionOptions): TicketSelection {
  const { listKey, rows, isPrevious, open, covered } = options;
  const chosen = useChosenRows({ listKey, rows, isPrevious, nameOf, covered });
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const some = chosen.ids.size > 0;
  const { search } = useLocation();
  const navigate = useNavigate();
  useKeys(
    () => {
      const under = open ? null : chosen.cursor.current;
      const row = some ? null : (rows.find(({ id }) => id === under) ?? null);
      if (!some && !row) return {};
      const ask = (name: ActName) => () => setAsked({ name, row, focused: document.activeElement });
      const about = row ? `#${row.number}` : countOf(chosen.ids.size);
      const meant = row ? [row] : rows.filter(({ id }) => chosen.ids.has(id));
      const further = furtherActsOn(meant, row ? 1 : chosen.ids.size, ask);
      const isSpam = areAllSpam(meant);
      // Nobody else hears them either: they were meant for what is chosen.
      const byKey = Object.fromEntries(
        keyActs.map(([key, name]) => [key, isSpam ? null : ask(name)]),
      );
      if (!row || isSpam) return { about, further, ...byKey };
      // What is written is written in the ticket: the key opens it, and is pressed there.
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
  return { ...chosen, asked, settleAsked: () => setAsked(null) };
}

function countOf(size: number): string {
  return size === 1 ? "1 selected ticket" : `${formatNumber(size)} selected tickets`;
}

function nameOf({ number, subject }: TicketRow): string {
  return `#${number} ${subject}`;
}
