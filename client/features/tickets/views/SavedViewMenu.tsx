import { Pencil, Trash2, Users } from "lucide-react";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { notify } from "../../../components/notices.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import type { MenuProps } from "../../../components/ui/lazy-menu.tsx";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { trpc } from "../../../data/trpc.ts";
import { openSavedDialog } from "../dialogs/saved-view-dialog.ts";
import { useShownViews } from "./use-shown-views.ts";

/** What may be done with a saved view; whose it is, where it is somebody else's. */
export function SavedViewMenu({ trigger, view }: MenuProps & { view: SavedView }) {
  const shown = useShownViews();
  // Of the call itself, not of this menu: it goes with the row that moves to the other group.
  const share = trpc.views.share.useMutation({
    // One after the other: what was pressed last is what stands.
    scope: { id: `view-${view.id}` },
    onMutate: ({ shared }) => shown.expect({ ...view, shared }),
    onSuccess: (answer, { shared }, answered) => {
      answered();
      shown.put(answer);
      // Its owner is gone.
      const isTaken = answer.mine && !view.mine;
      const alone = isTaken ? "is yours now, and seen by you alone" : "is seen by its owner alone";
      const now = shared ? "is shared with all colleagues" : alone;
      notify({ kind: "success", message: `“${view.name}” ${now}` });
    },
    onError(_error, _input, answered) {
      answered?.();
      shown.put(view);
    },
  });
  const setShared = (shared: boolean) =>
    share.mutate({ requestId: newRequestId(), id: view.id, shared });
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {!view.mine && <DropdownMenuLabel>Shared by {view.owner}</DropdownMenuLabel>}
        {view.mayChange && (
          <>
            <DropdownMenuItem onSelect={() => openSavedDialog({ about: "rename", view })}>
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
              onSelect={() => openSavedDialog({ about: "delete", view })}
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
