import { RowCheck } from "../../ui/row-check.tsx";
import type { RowSelection } from "./row-selection.ts";

interface RowChoiceProps<Row extends { id: string }> {
  row: Row;
  selection: RowSelection<Row>;
  /** Whether Tab stops here. */
  reachable: boolean;
  className: string;
}

/** A row's checkbox; with Shift it selects all rows from the last one chosen. */
export function RowChoice<Row extends { id: string }>(props: RowChoiceProps<Row>) {
  const { row, selection, ...rest } = props;
  const { id } = row;
  return (
    <RowCheck
      {...rest}
      label={`Select ${selection.nameOf(row)}`}
      checked={selection.ids.has(id)}
      onToggle={(withShift) => selection[withShift ? "spanTo" : "toggle"](id)}
    />
  );
}
