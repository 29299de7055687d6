import {
  ArrowDownNarrowWide,
  ArrowUpNarrowWide,
  Bookmark,
  ChevronDown,
  FileDown,
  ListFilter,
  Plus,
} from "lucide-react";
import { Suspense, useRef } from "react";
import { Link } from "react-router-dom";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { viewCountCap } from "../../../../shared/tickets/vocabulary.ts";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { lazyPart } from "../../../app/lazy/lazy-part.ts";
import { ListCount } from "../../../components/list/ListCount.tsx";
import { viewIcons } from "../../../components/ticket/views.ts";
import { Button } from "../../../components/ui/button.tsx";
import { LazyMenu } from "../../../components/ui/lazy-menu.tsx";
import { Hint } from "../../../components/ui/tooltip.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { aboutView } from "../views/about-view.ts";
import { openSavedDialog } from "../dialogs/saved-view-dialog.ts";
import { SaveButtons } from "../views/saved-parts.ts";
import { nameOf } from "../views/use-saved-views.ts";
import { ViewMoreButton } from "../views/ViewMoreButton.tsx";
import { listAsFile } from "./list-as-file.ts";
import { orderNames } from "./orders.ts";
import type { TicketList } from "./ticket-list-address.ts";
import { useListActs } from "./use-list-acts.ts";

const ViewMenu = lazyPart(() => import("../views/ViewMenu.tsx"), "ViewMenu");
const OrderMenu = lazyPart(() => import("./OrderMenu.tsx"), "OrderMenu");
const QueryFilterMenu = lazyPart(() => import("../search/QueryFilterMenu.tsx"), "QueryFilterMenu");

interface ListToolbarProps {
  list: TicketList;
  saved: SavedView | undefined;
  count: number | undefined;
  /** How many the view holds, where one searches in it. */
  total: number | null | undefined;
  /** Cards in a narrow column: what else there is to do is in the menus. */
  compact: boolean;
}

/** What is listed, how many, what narrows it, and in which order. */
export function ListToolbar({ list, saved, count, total, compact }: ListToolbarProps) {
  const { view, sort, descending } = list;
  const Icon = saved ? Bookmark : viewIcons[view];
  const OrderIcon = descending ? ArrowDownNarrowWide : ArrowUpNarrowWide;
  const name = nameOf(list, saved);
  const zone = useTimeZone();
  const filter = useRef<HTMLButtonElement>(null);
  useListActs(list, saved, filter);
  return (
    <div className="flex h-10.5 shrink-0 items-center gap-2 border-b px-4 pointer-coarse:h-13">
      <h1 dir="auto" className="min-w-0 truncate font-semibold max-xl:not-print:sr-only">
        {name}
      </h1>
      <LazyMenu
        menu={ViewMenu}
        trigger={
          <Button
            variant="outline"
            size="sm"
            className="min-w-0 shrink xl:hidden print:hidden"
            aria-label={`View: ${name}`}
          >
            <Icon />
            <span dir="auto" className="truncate">
              {name}
            </span>
            <ChevronDown className="text-muted-foreground" />
          </Button>
        }
      />
      <ListCount {...{ count, total }} cap={viewCountCap} one="ticket" many="tickets" />
      {saved && (
        <Suspense>
          <ViewMoreButton view={saved} className="-mx-1" />
        </Suspense>
      )}
      <LazyMenu
        menu={QueryFilterMenu}
        popup="dialog"
        trigger={
          <Button ref={filter} variant="ghost" size="sm" className="print:hidden">
            <ListFilter />
            Filter
          </Button>
        }
      />
      <div className="ml-auto flex items-center gap-2 print:hidden">
        <LazyMenu
          menu={OrderMenu}
          given={{ compact }}
          trigger={
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Sort: ${orderNames[sort]}`}
              data-hint={`Sort: ${orderNames[sort]}${compact ? ", or export" : ""}`}
            >
              <OrderIcon />
              <span className={compact ? "sr-only" : "max-shell:sr-only"}>{orderNames[sort]}</span>
            </Button>
          }
        />
        {!compact && (
          <Button
            asChild
            variant="ghost"
            size="icon-sm"
            data-hint="Export CSV"
            className="max-[54rem]:hidden"
          >
            <a href={listAsFile(list, zone)} download aria-label="Export CSV">
              <FileDown />
            </a>
          </Button>
        )}
        {!compact && !saved && (
          <Button
            variant="outline"
            size="sm"
            data-focus-heir={aboutView}
            onClick={() => openSavedDialog({ about: "save", list })}
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
            <Link to="/ticket/new" aria-label="New ticket">
              <Plus />
              {!compact && <span className="max-[54rem]:hidden">New ticket</span>}
            </Link>
          </Button>
        </Hint>
      </div>
    </div>
  );
}
