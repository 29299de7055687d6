import { Bookmark, MailQuestionMark, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { SavedView, SavedViewCounts } from "../../../../shared/saved-views.ts";
import {
  ticketViews,
  type ViewCounts,
  viewCountCap,
  viewNames,
} from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { formatCount } from "../../../components/format/format.ts";
import { viewIcons } from "../../../components/ticket/views.ts";
import { openSavedViewDialog } from "../dialogs/open-dialogs.ts";
import { type TicketList, viewAddressFrom } from "../list/ticket-list-address.ts";
import { SavedViewMenu } from "./SavedViewMenu.tsx";
import { savedViewAddress } from "./saved-view.ts";

export const heldMailAddress = "/ticket/held";

interface ViewPaneProps {
  list: TicketList;
  counts: ViewCounts;
  views: readonly SavedView[];
  savedCounts: SavedViewCounts;
  /** The shown saved view. */
  saved: SavedView | undefined;
  heldCount: number | null;
  /** The held mail is shown instead of a view. */
  isHeld?: boolean;
}

/** Built-in and saved views with counts; below 1280 px they are in a menu. */
export function ViewPane({
  list,
  counts,
  views,
  savedCounts,
  saved,
  heldCount,
  isHeld = false,
}: ViewPaneProps) {
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
                selected={!isHeld && !saved && view === list.view}
                count={counts[view]}
              />
            </li>
          );
        })}
        {(isHeld || Boolean(heldCount)) && (
          <li>
            <ViewLink
              to={heldMailAddress}
              icon={<MailQuestionMark />}
              name="Held mail"
              selected={isHeld}
              count={heldCount ?? undefined}
            />
          </li>
        )}
      </ul>
      <SavedViews views={views} saved={saved} counts={savedCounts} />
      {!isHeld && (
        <button
          type="button"
          onClick={() => openSavedViewDialog({ about: "save", list })}
          className="mt-1 flex h-7 w-full items-center gap-2 rounded-md px-2 text-left text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:h-11"
        >
          <Plus />
          Save this view
        </button>
      )}
    </nav>
  );
}

interface ViewLinkProps {
  to: string;
  icon: ReactNode;
  name: string;
  selected: boolean;
  count: number | undefined;
  className?: string;
}

function ViewLink({ to, icon, name, selected, count, className }: ViewLinkProps) {
  return (
    <Link
      to={to}
      aria-current={selected ? "page" : undefined}
      className={cn(
        "flex h-7 items-center gap-2 rounded-md px-2 pointer-coarse:h-11",
        selected ? "bg-selected font-medium" : "hover:bg-accent",
        className,
      )}
    >
      <span className={selected ? "text-selected-foreground" : "text-muted-foreground"}>
        {icon}
      </span>
      <span
        dir="auto"
        data-hint={name}
        data-hint-cut=""
        className="min-w-0 flex-1 truncate text-left"
      >
        {name}
      </span>
      {count !== undefined && (
        <span className="text-muted-foreground text-xs tabular-nums">
          {formatCount(count, viewCountCap)}
        </span>
      )}
    </Link>
  );
}

interface SavedViewsProps {
  views: readonly SavedView[];
  counts: SavedViewCounts;
  /** The shown saved view. */
  saved: SavedView | undefined;
}

/** Shared and personal views, in separate groups. */
function SavedViews({ views, counts, saved }: SavedViewsProps) {
  const shared = views.filter((view) => view.shared);
  const own = views.filter((view) => !view.shared);
  return (
    <>
      <Group label="Shared views" views={shared} counts={counts} saved={saved} />
      <Group label="My views" views={own} counts={counts} saved={saved} />
    </>
  );
}

function Group({ label, views, counts, saved }: SavedViewsProps & { label: string }) {
  if (views.length === 0) return null;
  return (
    <section aria-label={label}>
      <h2 className="px-2 pt-3 pb-1 text-muted-foreground text-xs">{label}</h2>
      <ul>
        {views.map((view) => (
          <li
            key={view.id}
            className="group/view relative"
            // Sharing moves the view to the other group, and the focus with it.
            data-view={view.id}
            data-focus-heir={`[data-view="${view.id}"] button`}
          >
            <ViewLink
              to={savedViewAddress(view)}
              icon={<Bookmark />}
              name={view.name}
              selected={view.id === saved?.id}
              count={counts[view.id] ?? undefined}
              className="group-focus-within/view:pr-8 group-hover/view:pr-8"
            />
            <SavedViewMenu
              view={view}
              className="absolute top-0.5 right-1 opacity-0 focus-visible:opacity-100 group-focus-within/view:opacity-100 group-hover/view:opacity-100 data-[state=open]:opacity-100"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
