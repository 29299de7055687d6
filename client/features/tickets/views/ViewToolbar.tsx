import { Bookmark, ChevronDown, MailQuestionMark } from "lucide-react";
import { type ReactNode, Suspense } from "react";
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

interface ViewToolbarProps {
  name: string;
  /** The held mail is shown instead of a view. */
  isHeld?: boolean;
  children: ReactNode;
}

/** The row above a list: the name of the view, the menu of views, and what belongs to this list. */
export function ViewToolbar({ name, isHeld, children }: ViewToolbarProps) {
  return (
    <div className="flex h-10.5 shrink-0 items-center gap-2 border-b px-4 pointer-coarse:h-13">
      <h1 dir="auto" className="min-w-0 truncate font-semibold max-xl:not-print:sr-only">
        {name}
      </h1>
      <ViewMenu name={name} isHeld={isHeld} />
      {children}
    </div>
  );
}

/** The views on screens too narrow for the pane of views. */
function ViewMenu({ name, isHeld = false }: Pick<ViewToolbarProps, "name" | "isHeld">) {
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
