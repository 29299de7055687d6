import { Ellipsis, Pencil, Trash2, Users } from "lucide-react";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { cn } from "../../../components/cn.ts";
import { notify } from "../../../components/notices.ts";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { trpc } from "../../../data/trpc.ts";
import { openSavedViewDialog } from "../dialogs/open-dialogs.ts";
import { useShownViews } from "./use-saved-views.ts";

/** Finds the button of the shown view's menu: it takes the focus when a save button disappears. */
export const viewMenuSelector = 'h1 ~ [aria-label^="View options"]';

/** The menu of a saved view; for a colleague's view it also names the owner. */
export function SavedViewMenu({ view, className }: { view: SavedView; className?: string }) {
  const shown = useShownViews();
  // These callbacks belong to the mutation: this menu unmounts when its row moves to the other group.
  const share = trpc.views.share.useMutation({
    // In order, so the last choice wins.
    scope: { id: `view-${view.id}` },
    onMutate: ({ shared }) => shown.expect({ ...view, shared }),
    onSuccess: (answer, { shared }, answered) => {
      answered();
      shown.put(answer);
      // A view whose owner has been deleted passes to the person who stops sharing it.
      const isTaken = answer.mine && !view.mine;
      const unshared = isTaken
        ? `“${view.name}” is now yours; only you can see it`
        : `“${view.name}” is now visible only to its owner`;
      notify({
        kind: "success",
        message: shared ? `Shared “${view.name}” with all colleagues` : unshared,
      });
    },
    onError(_error, _input, answered) {
      answered?.();
      shown.put(view);
    },
  });
  const setShared = (shared: boolean) =>
    share.mutate({ requestId: newRequestId(), id: view.id, shared });
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon-xs"
          aria-label={`View options: ${view.name}`}
          data-hint="View options"
          className={cn("text-muted-foreground", className)}
        >
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {!view.mine && <DropdownMenuLabel>Shared by {view.owner}</DropdownMenuLabel>}
        {view.canChange && (
          <>
            <DropdownMenuItem onSelect={() => openSavedViewDialog({ about: "rename", view })}>
              <Pencil />
              Rename…
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => setShared(!view.shared)}>
              <Users />
              {view.shared ? "Stop sharing" : "Share with colleagues"}
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem
              variant="destructive"
              onSelect={() => openSavedViewDialog({ about: "delete", view })}
            >
              <Trash2 />
              Delete…
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
