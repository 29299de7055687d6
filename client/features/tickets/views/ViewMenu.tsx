import { Bookmark, ChevronDown, MailQuestionMark } from "lucide-react";
import { Suspense } from "react";
import { lazyComponent } from "../../../app/lazy/lazy-component.ts";
import { viewIcons } from "../../../components/ticket/views.ts";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { useTicketList } from "../list/use-ticket-list.ts";
import { findSaved, useSavedViews } from "./use-saved-views.ts";

const ViewItems = lazyComponent(() => import("../dialogs/lazy-dialogs.ts"), "ViewItems");

interface ViewMenuProps {
  name: string;
  /** The held mail is shown instead of a view. */
  isHeld?: boolean;
}

/** The views on screens too narrow for the pane of views. */
export function ViewMenu({ name, isHeld = false }: ViewMenuProps) {
  const [list] = useTicketList();
  const saved = findSaved(useSavedViews(list.saved !== null), list);
  const Icon = isHeld ? MailQuestionMark : saved ? Bookmark : viewIcons[list.view];
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild onPointerEnter={ViewItems.preload} onFocus={ViewItems.preload}>
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
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="min-w-56 max-w-80">
        <Suspense>
          <ViewItems isHeld={isHeld} />
        </Suspense>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
