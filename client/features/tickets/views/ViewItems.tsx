import { Bookmark, MailQuestionMark, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { ticketViews, viewCountCap, viewNames } from "../../../../shared/tickets/vocabulary.ts";
import { formatCount } from "../../../components/format/format.ts";
import { viewIcons } from "../../../components/ticket/views.ts";
import {
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from "../../../components/ui/dropdown-menu.tsx";
import { openSavedViewDialog } from "../dialogs/open-dialogs.ts";
import { viewAddressFrom } from "../list/ticket-list-address.ts";
import { useTicketList } from "../list/use-ticket-list.ts";
import { useHeldCount, useViewCounts } from "../list/use-tickets.ts";
import { savedViewAddress } from "./saved-view.ts";
import { findSaved, useSavedCounts, useSavedViews } from "./use-saved-views.ts";
import { heldMailAddress } from "./ViewPane.tsx";

/** `isHeld`: the held mail is shown instead of a view. */
export function ViewItems({ isHeld }: { isHeld: boolean }) {
  const [list] = useTicketList();
  const counts = useViewCounts(true);
  const heldCount = useHeldCount(true);
  const views = useSavedViews(true);
  const savedCounts = useSavedCounts(views.length > 0);
  const saved = findSaved(views, list);
  const groups = [
    { label: "Shared views", views: views.filter((view) => view.shared) },
    { label: "My views", views: views.filter((view) => !view.shared) },
  ];
  return (
    <>
      {ticketViews.map((view) => {
        const Icon = viewIcons[view];
        return (
          <ViewItem
            key={view}
            to={viewAddressFrom(list, view)}
            icon={<Icon />}
            name={viewNames[view]}
            selected={!isHeld && !saved && view === list.view}
            count={counts[view]}
          />
        );
      })}
      {(isHeld || Boolean(heldCount)) && (
        <ViewItem
          to={heldMailAddress}
          icon={<MailQuestionMark />}
          name="Held mail"
          selected={isHeld}
          count={heldCount ?? undefined}
        />
      )}
      {groups.map(
        (group) =>
          group.views.length > 0 && (
            <DropdownMenuGroup key={group.label} aria-label={group.label}>
              <DropdownMenuLabel>{group.label}</DropdownMenuLabel>
              {group.views.map((view) => (
                <ViewItem
                  key={view.id}
                  to={savedViewAddress(view)}
                  icon={<Bookmark />}
                  name={view.name}
                  selected={view.id === saved?.id}
                  count={savedCounts[view.id] ?? undefined}
                />
              ))}
            </DropdownMenuGroup>
          ),
      )}
      {!isHeld && (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => openSavedViewDialog({ about: "save", list })}>
            <Plus className="text-muted-foreground" />
            Save this view…
          </DropdownMenuItem>
        </>
      )}
    </>
  );
}

interface ViewItemProps {
  to: string;
  icon: ReactNode;
  name: string;
  selected: boolean;
  count: number | undefined;
}

function ViewItem({ to, icon, name, selected, count }: ViewItemProps) {
  return (
    <DropdownMenuItem asChild>
      <Link to={to} aria-current={selected ? "page" : undefined}>
        <span className={selected ? "text-selected-foreground" : "text-muted-foreground"}>
          {icon}
        </span>
        <span dir="auto" className={selected ? "truncate font-medium" : "truncate"}>
          {name}
        </span>
        {count !== undefined && (
          <span className="ml-auto pl-4 text-muted-foreground text-xs tabular-nums">
            {formatCount(count, viewCountCap)}
          </span>
        )}
      </Link>
    </DropdownMenuItem>
  );
}
