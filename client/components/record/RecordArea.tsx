import { Plus } from "lucide-react";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { useLocation } from "react-router-dom";
import { keyHint } from "../../app/keyboard/keys.ts";
import { usePage } from "../../app/navigation/page.ts";
import { ListMenuButton } from "../import/ListMenuButton.tsx";
import { DataTable } from "../table/DataTable.tsx";
import { ListBody } from "../table/ListBody.tsx";
import { ListCount } from "../table/ListCount.tsx";
import { type ListAddress, useListAddress } from "../table/list-address.ts";
import { SearchBox } from "../table/SearchBox.tsx";
import { type ChosenRows, useChosenRows } from "../table/selection/use-chosen-rows.ts";
import { WhileChosen } from "../table/selection/WhileChosen.tsx";
import type { Columns } from "../table/table-columns.ts";
import { useAim } from "../table/use-aim.ts";
import type { Pages } from "../table/use-pages.ts";
import { Button } from "../ui/button.tsx";
import { Hint } from "../ui/tooltip.tsx";
import { RecordPanes } from "./RecordPanes.tsx";
import { useRoomForBoth } from "./record-pane.ts";
import { recordIn, useRecordKeys } from "./use-record-keys.ts";

interface ListAsked {
  search: string;
  sort: string;
  descending: boolean;
}

interface RecordRows<Row> {
  pages: Pages<Row>;
  count: number | undefined;
  /** The number without filters, while filters are active. */
  total: number | undefined;
}

/** The data of a kind of record, and where its list is. */
interface RecordKind<Row, List> {
  /** `/user`: the list and its records are below this path. */
  area: string;
  address: ListAddress<List>;
  useRows(list: List): RecordRows<Row>;
  nameOf(row: Row): string;
}

interface RecordAreaState<Row, List> extends RecordRows<Row> {
  area: string;
  list: List;
  change: (patch: Partial<List>) => void;
  rows: readonly Row[];
  listKey: string;
  chosen: ChosenRows<Row>;
  open: string | null;
  /** The open record, or the last one. */
  last: string | null;
  /** The list's address with nothing open. */
  listAddress: string;
}

/** The list in the address, its rows, the selected ones and the open record. */
export function useRecordArea<Row extends { id: string }, List extends ListAsked>({
  area,
  address,
  useRows,
  nameOf,
}: RecordKind<Row, List>): RecordAreaState<Row, List> {
  const { covered, ...record } = useOpenRecord(area);
  const [list, change] = useListAddress(address);
  const { pages, count, total } = useRows(list);
  const { rows, isPrevious } = pages;
  const listKey = JSON.stringify(list);
  const chosen = useChosenRows({ listKey, rows, isPrevious, nameOf, covered });
  return { ...record, area, list, change, pages, rows, count, total, listKey, chosen };
}

interface RecordAreaProps<Row extends { id: string }, List extends ListAsked> {
  state: RecordAreaState<Row, List>;
  /** The title of the page while no record is open. */
  page: string;
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
  onNew: () => void;
  /** Called when a row is hovered. */
  onAim: (row: { id: string }) => void;
  /** The open record. `known`: as the list shows it. */
  record: (id: string, known: Row | undefined) => ReactNode;
}

/** A list of users or companies whose rows open as records next to it or above it. */
export function RecordArea<Row extends { id: string }, List extends ListAsked>(
  props: RecordAreaProps<Row, List>,
) {
  const { area, open, rows, chosen } = props.state;
  useRecordKeys({ rows, area, onNew: props.onNew });
  return (
    <>
      {open === null && <PageName name={props.page} />}
      <RecordPanes
        open={open}
        selecting={chosen.ids.size > 0}
        list={<RecordList {...props} />}
        record={
          open &&
          props.record(
            open,
            rows.find(({ id }) => id === open),
          )
        }
      />
    </>
  );
}

function PageName({ name }: { name: string }) {
  usePage(name);
  return null;
}

function RecordList<Row extends { id: string }, List extends ListAsked>(
  props: RecordAreaProps<Row, List>,
) {
  const { list, change, pages, count, total, listKey, chosen, open, last } = props.state;
  const aim = useAim(props.onAim);
  return (
    <>
      <AreaToolbar
        title={props.title}
        count={count}
        total={total}
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
          listKey={listKey}
          current={last}
          opened={open}
          onAim={aim}
          selection={chosen.rows}
          rowClassName="h-10 pointer-coarse:h-11 @max-[44rem]:h-12!"
        />
      </ListBody>
      <WhileChosen size={chosen.ids.size}>{props.selectionBar}</WhileChosen>
    </>
  );
}

/** The list and open record in the address. `area`: `/user`. */
function useOpenRecord(area: string) {
  const { pathname, search } = useLocation();
  const open = recordIn(area, pathname);
  const last = useRef(open);
  if (open !== null) last.current = open;
  const covered = !useRoomForBoth() && open !== null;
  return { open, last: last.current, covered, listAddress: `${area}/log${search}` };
}

interface AreaToolbarProps {
  title: string;
  count: number | undefined;
  /** The number without filters, while filters are active. */
  total: number | undefined;
  /** The noun after the count, for screen readers. */
  one: string;
  many: string;
  /** The filters. */
  children: ReactNode;
  /** Actions on the list: at the end, on phones next to the title. */
  actions: ReactNode;
}

/** Title, count, filters and actions of a list. */
function AreaToolbar(props: AreaToolbarProps) {
  const { title, count, total, one, many, children, actions } = props;
  return (
    <div className="@container flex min-h-11.5 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2">
      <h1 className="@max-[44rem]:-order-1 font-semibold">{title}</h1>
      <ListCount
        count={count}
        total={total}
        one={one}
        many={many}
        className="mr-2 min-w-8 @max-[44rem]:-order-1"
      />
      <div className="-mb-2 hidden basis-full @max-[44rem]:block" />
      <div className="contents print:hidden">{children}</div>
      <div className="ml-auto flex items-center gap-2 @max-[44rem]:-order-1 print:hidden">
        {actions}
      </div>
    </div>
  );
}

interface ListActionsProps extends ComponentProps<typeof ListMenuButton> {
  /** `New user`; on narrow screens only the plus icon. */
  label: string;
  onNew: () => void;
}

/** The actions of a list of users or companies. */
function ListActions({ label, onNew, ...menu }: ListActionsProps) {
  return (
    <>
      <Hint label={label} shortcut={keyHint("record.new")}>
        <Button size="sm" aria-label={label} onClick={onNew}>
          <Plus />
          <span className="@max-[30rem]:hidden">{label}</span>
        </Button>
      </Hint>
      <ListMenuButton {...menu} />
    </>
  );
}
