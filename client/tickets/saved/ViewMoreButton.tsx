import { Ellipsis } from "lucide-react";
import type { SavedView } from "../../../shared/saved-views.ts";
import { cn } from "../../lib/cn.ts";
import { lazyPart } from "../../lib/code/lazy-part.ts";
import { Button } from "../../ui/button.tsx";
import { LazyMenu, type MenuProps } from "../../ui/lazy-menu.tsx";

const SavedViewMenu = lazyPart<"SavedViewMenu", MenuProps & { view: SavedView }>(
  () => import("./SavedViewMenu.tsx"),
  "SavedViewMenu",
);

/** Opens what may be done with a saved view. */
export function ViewMoreButton({ view, className }: { view: SavedView; className?: string }) {
  return (
    <LazyMenu
      menu={SavedViewMenu}
      given={{ view }}
      trigger={
        <Button
          variant="ghost"
          size="icon-xs"
          aria-label={`More about the view ${view.name}`}
          data-hint="Rename, share, delete"
          className={cn("text-muted-foreground", className)}
        >
          <Ellipsis />
        </Button>
      }
    />
  );
}
