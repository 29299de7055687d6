import { Ellipsis } from "lucide-react";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { lazyPart } from "../../../app/lazy/lazy-part.ts";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { LazyMenu, type MenuProps } from "../../../components/ui/lazy-menu.tsx";

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
