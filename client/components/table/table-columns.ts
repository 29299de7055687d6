import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The order after the first click on its heading; without it, the column is not sortable. */
  order?: "ascending" | "descending";
  /** Width, and the table width from which it is shown; for the heading and the cells. */
  className?: string;
  align?: "end";
  /** The width of the placeholder bar while a cell loads. */
  skeleton?: string;
  /** An image precedes the text. */
  picture?: boolean;
}

/** The group of a row; rows of one group follow each other. */
export interface RowGroup {
  key: string;
  heading: ReactNode;
}

export function isFirstOfGroup<Row>(
  groupOf: (row: Row) => RowGroup,
  rows: readonly Row[],
  index: number,
): boolean {
  const [before, row] = [rows[index - 1], rows[index]];
  return !before || !row || groupOf(before).key !== groupOf(row).key;
}

export type Columns<Row> = readonly Column<Row>[];

export interface Sort {
  id: string;
  desc: boolean;
}

/** Sorts by a column; a click on the current one reverses the order. */
export function sortBy({ id, order }: Column<never>, now: Sort): Sort {
  return { id, desc: now.id === id ? !now.desc : order === "descending" };
}
