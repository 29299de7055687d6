import {
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSortingFeature,
  type TableOptions,
  tableFeatures,
} from "@tanstack/react-table";

interface ColumnLook {
  /** Width, and from which width of the table on it is shown: for the head and each cell. */
  className?: string;
  align?: "end";
  /** The width of the grey bar that stands for a cell that is on its way. */
  skeleton?: string;
  /** A picture stands before the words. */
  picture?: boolean;
}

export const features = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<ColumnLook>(),
});

export type Columns<Row extends RowData> = TableOptions<typeof features, Row>["columns"];

export function columnsFor<Row extends RowData>() {
  return createColumnHelper<typeof features, Row>();
}

export interface Sort {
  id: string;
  desc: boolean;
}
