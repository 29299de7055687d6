import { useQueryClient } from "@tanstack/react-query";
import type { SavedView } from "../../../shared/saved-views.ts";
import { invalidate } from "../../lib/calls/invalidation.ts";
import { trpc } from "../../lib/trpc.ts";
import { putView } from "./put-view.ts";

/**
 * What happens to a saved view is seen at once wherever views are shown, and whatever else comes of
 * it when they have been asked for anew.
 */
export function useShownViews() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const change = (next: (views: SavedView[]) => SavedView[]) =>
    utils.views.list.setData(undefined, (list) => list && { views: next(list.views) });
  const fetchAnew = () => invalidate(queryClient, "views");
  return {
    /** Before it is answered; what was asked for before would still say otherwise. */
    async expect(view: SavedView) {
      await utils.views.list.cancel();
      change((views) => putView(views, view));
    },
    put(view: SavedView) {
      change((views) => putView(views, view));
      fetchAnew();
    },
    drop(id: string) {
      change((views) => views.filter((view) => view.id !== id));
      fetchAnew();
    },
  };
}
