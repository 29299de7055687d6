import type { ReactNode } from "react";
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { DataTable } from "../../parts/list/DataTable.tsx";
import type { RowSelection } from "../../parts/list/selection/row-selection.ts";
import type { Sort } from "../../parts/list/table-columns.ts";
import type { Pages } from "../../parts/list/use-pages.ts";
import { hasPiece } from "./TicketSubject.tsx";
import {
  ticketColumns,
  ticketColumnsByCreation,
  ticketColumnsByWaiting,
  ticketColumnsOfSnoozed,
} from "./ticket-columns.tsx";

interface TicketTableProps {
  label: string;
  pages: Pages<TicketRow>;
  count: number | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  listKey: string;
  current?: string | null | undefined;
  onAim?: ((ticket: TicketRow) => void) | undefined;
  selection?: RowSelection<TicketRow> | undefined;
  end?: ReactNode;
  /** A list of what is snoozed. */
  ofSnoozed: boolean;
}

export function TicketTable({ ofSnoozed, ...props }: TicketTableProps) {
  const usual = ofSnoozed ? ticketColumnsOfSnoozed : ticketColumns;
  const columns = columnsBy[props.sort.id] ?? usual;
  // The column of numbers is as wide as those of a large desk need it only there.
  const isLarge = props.pages.rows.some(({ number }) => number >= 100_000);
  // Of a search all rows are as high as those that show a piece.
  const hasPieces = props.pages.rows.some(hasPiece);
  return (
    <div
      data-long-numbers={isLarge || undefined}
      // Its number goes into the subject where it is narrow, unless the list goes by it.
      data-folded={props.sort.id !== "number" || undefined}
      className="contents"
    >
      <DataTable columns={columns} rowClassName={hasPieces ? "h-13" : undefined} {...props} />
    </div>
  );
}

const columnsBy: Record<string, typeof ticketColumns> = {
  created: ticketColumnsByCreation,
  waiting: ticketColumnsByWaiting,
};
