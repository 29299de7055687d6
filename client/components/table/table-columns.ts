import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Which way the list goes by it at the first click on its name: without, it never does. */
  order?: "ascending" | "descending";
  /** Width, and from which width of the table on it is shown: for the head and each cell. */
  className?: string;
  align?: "end";
  /** The width of the grey bar that stands for a cell that is on its way. */
  skeleton?: string;
  /** A picture stands before the words. */
  picture?: boolean;
}

export type Columns<Row> = readonly Column<Row>[];

export interface Sort {
  id: string;
  desc: boolean;
}

/** By a click on a column's name: the list goes by it, and the other way where it did already. */
export function sortBy({ id, order }: Column<never>, now: Sort): Sort {
  return { id, desc: now.id === id ? !now.desc : order === "descending" };
}
