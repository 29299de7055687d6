import type { ComponentProps, ReactNode } from "react";
import { AreaToolbar } from "../table/AreaToolbar.tsx";
import { DataTable } from "../table/DataTable.tsx";
import { ListActions } from "../table/ListActions.tsx";
import { ListBody } from "../table/ListBody.tsx";
import { SearchBox } from "../table/SearchBox.tsx";
import type { ChosenRows } from "../table/selection/use-chosen-rows.ts";
import { WhileChosen } from "../table/selection/WhileChosen.tsx";
import type { Columns } from "../table/table-columns.ts";
import { useAim } from "../table/use-aim.ts";
import type { Pages } from "../table/use-pages.ts";

interface ListAsked {
  search: string;
  sort: string;
  descending: boolean;
}

/** A record page's list state. */
export interface RecordListState<Row, List extends ListAsked> {
  list: List;
  change: (patch: Partial<List>) => void;
  pages: Pages<Row>;
  count: number | undefined;
  /** The number without filters, while filters are active. */
  total: number | undefined;
  listKey: string;
  chosen: ChosenRows<Row>;
  open: string | null;
  /** The open record, or the last one. */
  last: string | null;
  onNew: () => void;
}

interface RecordListProps<Row extends { id: string }, List extends ListAsked>
  extends RecordListState<Row, List> {
  title: string;
  one: string;
  many: ComponentProps<typeof ListActions>["imports"];
  search: Pick<ComponentProps<typeof SearchBox>, "label" | "maxLength" | "className">;
  exportAddress: string;
  filters: ReactNode;
  columns: Columns<Row>;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Actions on the selected rows. */
  selectionBar: ReactNode;
  /** Called when a row is hovered. */
  onAim: (row: { id: string }) => void;
}

/** A list of users or companies whose rows open as records next to it or above it. */
export function RecordList<Row extends { id: string }, List extends ListAsked>(
  props: RecordListProps<Row, List>,
) {
  const { list, change, pages, count, chosen } = props;
  const aim = useAim(props.onAim);
  return (
    <>
      <AreaToolbar
        title={props.title}
        count={count}
        total={props.total}
        one={props.one}
        many={props.many}
        actions={
          <ListActions
            label={`New ${props.one}`}
            onNew={props.onNew}
            imports={props.many}
            exportAddress={props.exportAddress}
          />
        }
      >
        <SearchBox
          {...props.search}
          shown={list.search}
          onSearch={(search) => change({ search } as Partial<List>)}
        />
        {props.filters}
      </AreaToolbar>
      <ListBody pages={pages} empty={props.empty}>
        <DataTable
          label={props.title}
          columns={props.columns}
          pages={pages}
          count={count}
          sort={{ id: list.sort, desc: list.descending }}
          onSort={({ id, desc }) => change({ sort: id, descending: desc } as Partial<List>)}
          listKey={props.listKey}
          current={props.last}
          opened={props.open}
          onAim={aim}
          selection={chosen.rows}
          rowClassName="h-10 pointer-coarse:h-11 @max-[44rem]:h-12!"
        />
      </ListBody>
      <WhileChosen size={chosen.ids.size}>{props.selectionBar}</WhileChosen>
    </>
  );
}
