import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { notify } from "../../../components/notices.ts";
import { Button } from "../../../components/ui/button.tsx";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { openSavedViewDialog } from "../dialogs/open-dialogs.ts";
import type { TicketList } from "../list/ticket-list-address.ts";
import { viewMenuSelector } from "./SavedViewMenu.tsx";
import { isEdited, queryToSave, savedViewAddress } from "./saved-view.ts";
import { useShownViews } from "./use-saved-views.ts";

/** Saves a changed view in place or as a new one. */
export function SaveButtons({ list, saved }: { list: TicketList; saved: SavedView }) {
  if (!isEdited(list, saved)) return null;
  return (
    <>
      {saved.canChange && <SaveChanges key={saved.id} list={list} saved={saved} />}
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
  const call = useKeyed(trpc.views.change.useMutation());
  // The view when editing began; null once the person has seen that someone else changed it.
  const [begun, setBegun] = useState<SavedView | null>(saved);
  const save = () => {
    const saving = location.search;
    const { q, timeZone, sort, descending } = begun ?? saved;
    call.mutate(
      { id: saved.id, ...queryToSave(list), base: { q, timeZone, sort, descending } },
      {
        onError: (error) => {
          if (readFailure(error).code === "changed_meanwhile") setBegun(null);
        },
        onSuccess: (view) => {
          shown.put(view);
          setBegun(view);
          notify({ kind: "success", message: `View “${view.name}” saved` });
          // A person who has filtered further since then stays there.
          if (location.search === saving) navigate(savedViewAddress(view), { replace: true });
        },
      },
    );
  };
  return (
    <Button size="sm" data-focus-heir={viewMenuSelector} disabled={call.isPending} onClick={save}>
      Save changes
    </Button>
  );
}
