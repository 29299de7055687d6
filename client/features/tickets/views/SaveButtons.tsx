import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { notify } from "../../../components/notices.ts";
import { Button } from "../../../components/ui/button.tsx";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { openSavedViewDialog } from "../dialogs/saved-view-dialog.ts";
import type { TicketList } from "../list/ticket-list-address.ts";
import { viewMenuSelector } from "./SavedViewMenu.tsx";
import { isEdited, queryToSave, savedViewAddress } from "./saved-view.ts";
import { useShownViews } from "./use-saved-views.ts";

/** What became of a saved view can be kept in it, or as another one. */
export function SaveButtons({ list, saved }: { list: TicketList; saved: SavedView }) {
  if (!isEdited(list, saved)) return null;
  return (
    <>
      {saved.mayChange && <SaveChanges key={saved.id} list={list} saved={saved} />}
      <Button
        variant="outline"
        size="sm"
        onClick={() => openSavedViewDialog({ about: "save", list })}
      >
        <Bookmark />
        Save as…
      </Button>
    </>
  );
}

function SaveChanges({ list, saved }: { list: TicketList; saved: SavedView }) {
  const shown = useShownViews();
  const navigate = useNavigate();
  const keep = useKeyed(trpc.views.change.useMutation());
  // As it was when the changes began; null once they were told what others made of it since.
  const [begun, setBegun] = useState<SavedView | null>(saved);
  const save = () => {
    const saving = location.search;
    const { q, timeZone, sort, descending } = begun ?? saved;
    keep.mutate(
      { id: saved.id, ...queryToSave(list), base: { q, timeZone, sort, descending } },
      {
        onError: (error) => {
          if (readFailure(error).code === "changed_meanwhile") setBegun(null);
        },
        onSuccess: (view) => {
          shown.put(view);
          setBegun(view);
          notify({ kind: "success", message: `View “${view.name}” saved` });
          // Who has gone on filtering since is not taken back.
          if (location.search === saving) navigate(savedViewAddress(view), { replace: true });
        },
      },
    );
  };
  return (
    <Button size="sm" data-focus-heir={viewMenuSelector} disabled={keep.isPending} onClick={save}>
      Save changes
    </Button>
  );
}
