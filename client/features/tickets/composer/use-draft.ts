import { useEffect, useMemo } from "react";
import type { DraftKind } from "../../../../shared/tickets/page.ts";
import { draftKeeper } from "../../../data/drafts/keepers.ts";
import { draftsMoved } from "../../../data/drafts/moved.ts";
import { isBlank } from "../../../data/drafts/text.ts";
import type { DraftKeeper, DraftState } from "../../../data/drafts/types.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";

/** The draft of this person in this place: there at once if it was seen before, saved as they type. */
export function useDraft(ticketId: string | null, kind: DraftKind): [DraftState, DraftKeeper] {
  const { id } = useViewer();
  const keeper = useMemo(() => draftKeeper(id, { ticketId, kind }), [id, ticketId, kind]);
  const state = useStore(keeper.state);
  useEffect(() => {
    void keeper.load();
    // Another device may have gone on meanwhile.
    const comeBack = () => document.visibilityState === "visible" && void keeper.load();
    document.addEventListener("visibilitychange", comeBack);
    // What was sent from there would stand here as a draft, and go out a second time.
    const stop = draftsMoved.subscribe(() => isBlank(keeper.state.get()) || comeBack());
    return () => {
      stop();
      document.removeEventListener("visibilitychange", comeBack);
      void keeper.saveNow();
    };
  }, [keeper]);
  return [state, keeper];
}
