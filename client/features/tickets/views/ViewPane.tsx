import { Plus } from "lucide-react";
import type { SavedView, SavedViewCounts } from "../../../../shared/saved-views.ts";
import { ticketViews, type ViewCounts, viewNames } from "../../../../shared/tickets/vocabulary.ts";
import { viewIcons } from "../../../components/ticket/views.ts";
import { SavedViews } from "./SavedViews.tsx";
import { openSavedDialog } from "../dialogs/saved-view-dialog.ts";
import { type TicketList, viewAddressFrom } from "../list/ticket-list-address.ts";
import { ViewLink } from "./ViewLink.tsx";

interface ViewPaneProps {
  list: TicketList;
  counts: ViewCounts;
  views: readonly SavedView[];
  savedCounts: SavedViewCounts;
  /** The saved one that is shown. */
  saved: SavedView | undefined;
}

/** The built-in views and the saved ones, with their counts; below 1280 px they are in a menu. */
export function ViewPane({ list, counts, views, savedCounts, saved }: ViewPaneProps) {
  return (
    <nav
      aria-label="Ticket views"
      className="w-51 shrink-0 overflow-y-auto border-r bg-background px-2 pb-4 max-xl:hidden print:hidden"
    >
      <p className="flex h-12 items-center px-2 font-semibold text-base">Tickets</p>
      <ul>
        {ticketViews.map((view) => {
          const Icon = viewIcons[view];
          return (
            <li key={view}>
              <ViewLink
                to={viewAddressFrom(list, view)}
                icon={<Icon />}
                name={viewNames[view]}
                selected={!saved && view === list.view}
                count={counts[view]}
              />
            </li>
          );
        })}
      </ul>
      <SavedViews views={views} saved={saved} counts={savedCounts} />
      <button
        type="button"
        onClick={() => openSavedDialog({ about: "save", list })}
        className="mt-1 flex h-7 w-full items-center gap-2 rounded-md px-2 text-left text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:h-11"
      >
        <Plus />
        Save this view
      </button>
    </nav>
  );
}
