import type { TicketRow } from "../../shared/tickets.ts";
import { DataTable } from "./data-table.tsx";
import type { Sort } from "./table-columns.ts";
import { ticketColumns, ticketColumnsByCreation } from "./ticket-columns.tsx";
import type { Pages } from "./use-pages.ts";

interface TicketTableProps {
  label: string;
  pages: Pages<TicketRow>;
  count: number | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  listKey: string;
}

export function TicketTable(props: TicketTableProps) {
  const columns = props.sort.id === "created" ? ticketColumnsByCreation : ticketColumns;
  return <DataTable columns={columns} {...props} />;
}
