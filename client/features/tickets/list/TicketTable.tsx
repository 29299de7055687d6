import type { ReactNode } from "react";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import type { RowSelection } from "../../../components/list/selection/row-selection.ts";
import type { Sort } from "../../../components/list/table-columns.ts";
import type { Pages } from "../../../components/list/use-pages.ts";
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
  const hasYears = showsYears(props.pages.rows, props.sort);
  // Of a search all rows are as high as those that show a piece.
  const hasPieces = props.pages.rows.some(hasPiece);
  return (
    <div
      data-long-numbers={isLarge || undefined}
      data-long-dates={hasYears || undefined}
      // Its number goes into the subject where it is narrow, unless the list goes by it.
      data-folded={props.sort.id !== "number" || undefined}
      className="contents"
    >
      <DataTable columns={columns} rowClassName={hasPieces ? "h-13" : undefined} {...props} />
    </div>
  );
}

/** A date of another year says which: only where there are such have its columns the room. */
function showsYears(rows: readonly TicketRow[], { id }: Sort): boolean {
  const began = new Date(new Date().getFullYear(), 0, 2).toISOString();
  return rows.some(({ createdAt, updatedAt, waitingSince }) => {
    const moments = [id === "created" ? createdAt : updatedAt, waitingSince ?? began];
    return moments.some((moment) => moment < began);
  });
}

const columnsBy: Record<string, typeof ticketColumns> = {
  created: ticketColumnsByCreation,
  waiting: ticketColumnsByWaiting,
};
