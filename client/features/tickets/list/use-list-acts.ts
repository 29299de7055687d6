import {
  ArrowDownNarrowWide,
  ArrowUpNarrowWide,
  Bookmark,
  FileDown,
  ListFilter,
} from "lucide-react";
import type { RefObject } from "react";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { type FurtherAct, thisList, useKeys } from "../../../app/keyboard/keys.ts";
import { press } from "../../../app/keyboard/press.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { isEdited } from "../views/save-view.ts";
import { openSavedDialog } from "../dialogs/saved-view-dialog.ts";
import { listAsFile } from "./list-as-file.ts";
import { beginnings, ordersFor } from "./sort-orders.ts";
import { orderNames } from "./orders.ts";
import { beginsDescending, type TicketList } from "./ticket-list-address.ts";
import { useTicketList } from "./use-ticket-list.ts";

/** What the bar above the list offers and no key does: for the palette, where it is found by name. */
export function useListActs(
  list: TicketList,
  saved: SavedView | undefined,
  filter: RefObject<HTMLButtonElement | null>,
): void {
  const [, change] = useTicketList();
  const zone = useTimeZone();
  useKeys(() => ({
    about: thisList,
    further: [
      { label: "Filter…", icon: ListFilter, run: () => press(filter.current) },
      ...ordersFor(list)
        .filter((sort) => sort !== list.sort)
        .map((sort) => ({
          label: `Sort by ${orderNames[sort]}`,
          icon: beginsDescending(sort) ? ArrowDownNarrowWide : ArrowUpNarrowWide,
          run: () => change({ sort, descending: beginsDescending(sort) }),
        })),
      ...beginnings(list.sort)
        .filter(({ descending }) => descending !== list.descending)
        .map(({ name, descending }) => ({
          label: `Sort by ${orderNames[list.sort]}: ${name}`,
          icon: descending ? ArrowDownNarrowWide : ArrowUpNarrowWide,
          run: () => change({ descending }),
        })),
      ...saving(list, saved),
      { label: "Export CSV", icon: FileDown, run: () => download(listAsFile(list, zone)) },
    ],
  }));
}

function saving(list: TicketList, saved: SavedView | undefined): FurtherAct[] {
  if (saved && !isEdited(list, saved)) return [];
  const label = saved ? "Save as another view…" : "Save view…";
  return [{ label, icon: Bookmark, run: () => openSavedDialog({ about: "save", list }) }];
}

/** As its link does it, which has no room everywhere. */
function download(href: string): void {
  const link = Object.assign(document.createElement("a"), { href, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}
