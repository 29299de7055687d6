import { Bookmark, ChevronDown } from "lucide-react";
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

const ViewItems = lazyComponent(() => import("./ViewItems.tsx"), "ViewItems");

/** The views on screens too narrow for the pane of views. */
export function ViewMenu({ name }: { name: string }) {
  const [list] = useTicketList();
  const saved = findSaved(useSavedViews(list.saved !== null), list);
  const Icon = saved ? Bookmark : viewIcons[list.view];
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
          <ViewItems />
        </Suspense>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
