import { Fragment, type ReactNode, useRef, useState } from "react";
import { cn } from "../cn.ts";
import { RowCheck } from "../ui/row-check.tsx";
import { ListEnd } from "./ListEnd.tsx";
import { RowCells } from "./RowCells.tsx";
import { RowReach } from "./row-reach.ts";
import { RowChoice } from "./selection/RowChoice.tsx";
import type { RowSelection } from "./selection/row-selection.ts";
import { TableHead } from "./TableHead.tsx";
import { TableSkeleton } from "./TableSkeleton.tsx";
import type { Columns, Sort } from "./table-columns.ts";
import { useListRows } from "./use-list-rows.ts";
import type { Pages } from "./use-pages.ts";
import { headHeight, rowHeight } from "./use-virtual-rows.ts";

interface DataTableProps<Row extends { id: string }> {
  label: string;
  columns: Columns<Row>;
  pages: Pages<Row>;
  /** How many rows there are in all, once that is known. */
  count: number | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** A change of this begins again at the top. */
  listKey: string;
  /** The row that is open, or was before one came back to the list. */
  current?: string | null | undefined;
  /** The row that is open beside the list. */
  opened?: string | null | undefined;
  /** Somebody points at a row, or stands on it. */
  onAim?: ((row: Row) => void) | undefined;
  rowClassName?: string;
  /** Where rows can be chosen. */
  selection?: RowSelection<Row> | undefined;
  /** Below the last row. */
  end?: ReactNode;
}

/** Rows of a plain table cannot be chosen: those of a grid can. */
const manyChosen = { role: "grid", "aria-multiselectable": true } as const;

/** A list as a full table: its order comes from the server, and only the rows in sight are drawn. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, pages, count, sort, onSort, listKey, current, onAim } = props;
  const { rowClassName, selection, opened, end } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const { rows } = pages;
  const chosen = selection?.ids;
  const [size] = useState(rowHeight);
  const { inSight, gapAfter, propsOf } = useListRows({
    ...{ pages, scroll, listKey, size, current, selection, onAim },
    head: headHeight,
  });

  return (
    <div
      ref={scroll}
      className="@container min-h-0 flex-1 overflow-auto scroll-pb-28 in-data-selecting:pb-28"
    >
      <table
        {...(selection && manyChosen)}
        aria-label={label}
        aria-busy={pages.isWaiting || pages.isPrevious}
        aria-rowcount={count === undefined ? undefined : count + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left"
      >
        <TableHead
          {...{ columns, sort, onSort }}
          lead={
            selection && (
              <RowCheck
                label="Select all rows"
                checked={rows.length > 0 && rows.every(({ id }) => selection.ids.has(id))}
                some={selection.ids.size > 0 && rows.some(({ id }) => !selection.ids.has(id))}
                reachable
                onToggle={selection.toggleAll}
                className="h-8.5 pl-2"
              />
            )
          }
        />
        {pages.isWaiting && (
          <TableSkeleton {...{ columns, rowClassName }} hasLead={Boolean(selection)} />
        )}
        <tbody className={cn(pages.isPrevious && "opacity-55")}>
          {inSight.map(({ row, index, gap, isReached }) => (
            <Fragment key={row.id}>
              {gap > 0 && <Gap height={gap} />}
              <tr
                aria-rowindex={index + 2}
                aria-selected={chosen?.has(row.id)}
                aria-current={row.id === opened || undefined}
                className={cn(
                  "group h-row outline-offset-[-1px] hover:bg-accent focus-visible:outline-1 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring data-cursor:bg-accent aria-[current]:bg-selected aria-[current]:data-cursor:bg-selected data-selected:bg-selected!",
                  rowClassName,
                )}
                {...propsOf(row, index)}
              >
                {selection && (
                  <td className="border-b p-0 group-data-cursor:shadow-[inset_2px_0_0_var(--primary)]">
                    <RowChoice
                      row={row}
                      selection={selection}
                      reachable={isReached}
                      className="h-[calc(var(--row)-1px)] pl-2 opacity-0 focus-within:opacity-100 group-hover:opacity-100 group-data-cursor:opacity-100 in-data-selecting:opacity-100 pointer-coarse:opacity-100"
                    />
                  </td>
                )}
                <RowReach value={isReached}>
                  <RowCells row={row} columns={columns} />
                </RowReach>
              </tr>
            </Fragment>
          ))}
          {gapAfter > 0 && <Gap height={gapAfter} />}
        </tbody>
      </table>
      <ListEnd pages={pages} end={end} />
    </div>
  );
}

/** Stands for rows that are out of sight. */
function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the rule takes a row for focusable.
  return <tr aria-hidden="true" style={{ height }} />;
}
