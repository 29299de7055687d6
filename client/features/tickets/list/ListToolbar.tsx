import {
  ArrowDownNarrowWide,
  ArrowUpNarrowWide,
  Bookmark,
  FileDown,
  ListFilter,
  Plus,
  SlidersHorizontal,
} from "lucide-react";
import { type RefObject, Suspense, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { type TicketSort, viewCountCap } from "../../../../shared/tickets/vocabulary.ts";
import { type ExtraAction, keyHint, thisList, useKeys } from "../../../app/keyboard/keys.ts";
import { press } from "../../../app/keyboard/press.ts";
import { lazyComponent } from "../../../app/lazy/lazy-component.ts";
import { ListCount } from "../../../components/table/ListCount.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";
import { Hint } from "../../../components/ui/tooltip.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { openSavedViewDialog } from "../dialogs/open-dialogs.ts";
import { FilterPanel } from "../search/lazy-search.ts";
import { SaveButtons } from "../views/lazy-saved-view.ts";
import { SavedViewMenu, viewMenuSelector } from "../views/SavedViewMenu.tsx";
import { isEdited } from "../views/saved-view.ts";
import { nameOf } from "../views/use-saved-views.ts";
import { ViewToolbar } from "../views/ViewToolbar.tsx";
import {
  beginsDescending,
  directionsOf,
  orderNames,
  ordersFor,
  type TicketList,
  ticketCsvAddress,
} from "./ticket-list-address.ts";
import { useGroupedList, useSortBy, useTicketList } from "./use-ticket-list.ts";

interface ListToolbarProps {
  list: TicketList;
  saved: SavedView | undefined;
  count: number | undefined;
  /** How many tickets the view has without the search. */
  total: number | null | undefined;
  /** A narrow column: more is in the menus. */
  compact: boolean;
}

/** The view's name and count, its filters and its sort order. */
export function ListToolbar({ list, saved, count, total, compact }: ListToolbarProps) {
  const [, change] = useTicketList();
  const { search } = useLocation();
  const grouped = useGroupedList(list);
  const sortBy = useSortBy(change);
  const name = nameOf(list, saved);
  const file = ticketCsvAddress(grouped.list, useTimeZone());
  const filter = useRef<HTMLButtonElement>(null);
  useKeys(() => ({
    about: thisList,
    further: listActions({ list, change: sortBy, saved, file, filter }),
  }));
  return (
    <ViewToolbar name={name}>
      <ListCount count={count} total={total} cap={viewCountCap} one="ticket" many="tickets" />
      {saved && <SavedViewMenu view={saved} className="-mx-1" />}
      <QueryFilterMenu button={filter} />
      <div className="ml-auto flex items-center gap-2 print:hidden">
        <DisplayMenu isTable={!compact} />
        <SortMenu list={grouped.list} change={sortBy} file={file} compact={compact} />
        {!compact && (
          <Button
            asChild
            variant="ghost"
            size="icon-sm"
            data-hint="Export CSV"
            className="max-[54rem]:hidden"
          >
            <a href={file} download aria-label="Export CSV">
              <FileDown />
            </a>
          </Button>
        )}
        {!compact && !saved && (
          <Button
            variant="outline"
            size="sm"
            data-focus-heir={viewMenuSelector}
            onClick={() => openSavedViewDialog({ about: "save", list })}
          >
            <Bookmark />
            Save view
          </Button>
        )}
        {!compact && saved && (
          <Suspense>
            <SaveButtons list={list} saved={saved} />
          </Suspense>
        )}
        <Hint label="New ticket" shortcut={keyHint("ticket.new")}>
          <Button asChild size="sm">
            <Link to={{ pathname: "/ticket/new", search }} aria-label="New ticket">
              <Plus />
              {!compact && <span className="max-[54rem]:hidden">New ticket</span>}
            </Link>
          </Button>
        </Hint>
      </div>
    </ViewToolbar>
  );
}

interface SortMenuProps {
  list: TicketList;
  change: ReturnType<typeof useSortBy>;
  file: string;
  compact: boolean;
}

/** All sort orders, including those without a column, and the CSV export where its button has no room. */
function SortMenu({ list, change, file, compact }: SortMenuProps) {
  const { sort, descending } = list;
  const Icon = descending ? ArrowDownNarrowWide : ArrowUpNarrowWide;
  const choose = (next: TicketSort) => change({ sort: next, descending: beginsDescending(next) });
  const ends = directionsOf(sort);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Sort: ${orderNames[sort]}`}
          data-hint={`Sort: ${orderNames[sort]}${compact ? ", or export" : ""}`}
        >
          <Icon />
          <span className={compact ? "sr-only" : "max-shell:sr-only"}>{orderNames[sort]}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          aria-label="Sort by"
          value={sort}
          onValueChange={(next) => choose(next as TicketSort)}
        >
          {ordersFor(list).map((order) => (
            <DropdownMenuRadioItem key={order} value={order}>
              {orderNames[order]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        {ends.length > 0 && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuRadioGroup
              aria-label="Direction"
              value={String(descending)}
              onValueChange={(next) => change({ descending: next === "true" })}
            >
              {ends.map((end) => (
                <DropdownMenuRadioItem key={end.name} value={String(end.descending)}>
                  {end.name}
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </>
        )}
        <div className={compact ? "contents" : "min-[54rem]:hidden"}>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <a href={file} download>
              Export CSV
            </a>
          </DropdownMenuItem>
        </div>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

interface ListActionOptions {
  list: TicketList;
  change: ReturnType<typeof useSortBy>;
  saved: SavedView | undefined;
  /** Where the list can be downloaded as CSV. */
  file: string;
  filter: RefObject<HTMLButtonElement | null>;
}

/** The toolbar's actions for the command palette; none of them has a key. */
function listActions({ list, change, saved, file, filter }: ListActionOptions): ExtraAction[] {
  return [
    { label: "Filter…", icon: ListFilter, run: () => press(filter.current) },
    ...ordersFor(list)
      .filter((sort) => sort !== list.sort)
      .map((sort) => ({
        label: `Sort by ${orderNames[sort]}`,
        icon: beginsDescending(sort) ? ArrowDownNarrowWide : ArrowUpNarrowWide,
        run: () => change({ sort, descending: beginsDescending(sort) }),
      })),
    ...directionsOf(list.sort)
      .filter(({ descending }) => descending !== list.descending)
      .map(({ name, descending }) => ({
        label: `Sort by ${orderNames[list.sort]}: ${name}`,
        icon: descending ? ArrowDownNarrowWide : ArrowUpNarrowWide,
        run: () => change({ descending }),
      })),
    ...saveActions(list, saved),
    { label: "Export CSV", icon: FileDown, run: () => download(file) },
  ];
}

function saveActions(list: TicketList, saved: SavedView | undefined): ExtraAction[] {
  if (saved && !isEdited(list, saved)) return [];
  const label = saved ? "Save as another view…" : "Save view…";
  return [{ label, icon: Bookmark, run: () => openSavedViewDialog({ about: "save", list }) }];
}

function download(href: string): void {
  const link = Object.assign(document.createElement("a"), { href, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

/** Adds operators to the query by choosing instead of typing. */
function QueryFilterMenu({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          ref={button}
          variant="ghost"
          size="sm"
          className="print:hidden"
          onPointerEnter={FilterPanel.preload}
        >
          <ListFilter />
          <span className="max-shell:sr-only">Filter</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Filter" className="min-h-80 w-68 p-2">
        <Suspense>
          <FilterPanel />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}

const DisplayChoices = lazyComponent(() => import("../dialogs/lazy-dialogs.ts"), "DisplayChoices");

/** How the person's ticket lists look: groups, row height and columns. Cards have groups only. */
function DisplayMenu({ isTable }: { isTable: boolean }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        asChild
        onPointerEnter={DisplayChoices.preload}
        onFocus={DisplayChoices.preload}
      >
        <Button variant="ghost" size="sm" aria-label="Display" data-hint="Display">
          <SlidersHorizontal />
          <span className={isTable ? "max-[72rem]:sr-only" : "sr-only"}>Display</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <Suspense>
          <DisplayChoices isTable={isTable} />
        </Suspense>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
