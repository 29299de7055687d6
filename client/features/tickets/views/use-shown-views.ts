import { useQueryClient } from "@tanstack/react-query";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { showAgain, showEarly } from "../../../data/calls/shown-early.ts";
import { trpc } from "../../../data/trpc.ts";
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
    /** Before it is answered, which what is returned is told; what was asked for before would say otherwise. */
    async expect(view: SavedView) {
      await utils.views.list.cancel();
      return showEarly(() => change((views) => putView(views, view)));
    },
    put(view: SavedView) {
      change((views) => putView(views, view));
      // What was pressed since is no part of it yet.
      showAgain();
      fetchAnew();
    },
    drop(id: string) {
      change((views) => views.filter((view) => view.id !== id));
      fetchAnew();
    },
  };
}
