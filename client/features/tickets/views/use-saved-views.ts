import { useQueryClient } from "@tanstack/react-query";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { viewNames } from "../../../../shared/tickets/vocabulary.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { reapplyOptimistic, showOptimistically } from "../../../data/calls/optimistic.ts";
import { trpc } from "../../../data/trpc.ts";
import type { TicketList } from "../list/ticket-list-address.ts";
import { putView } from "./saved-view.ts";

const none: SavedView[] = [];

/** `after`: the rows have loaded. */
export function useSavedViews(after: boolean): readonly SavedView[] {
  const views = trpc.views.list.useQuery(undefined, {
    enabled: after,
    meta: { showsError: true },
  });
  return views.data?.views ?? none;
}

export function useSavedCounts(after: boolean) {
  const counts = trpc.views.counts.useQuery(undefined, {
    enabled: after,
    meta: { showsError: true },
  });
  return counts.data?.counts ?? {};
}

/** The saved view a list was opened from, if this person can see it. */
export function findSaved(views: readonly SavedView[], list: TicketList): SavedView | undefined {
  return list.saved === null ? undefined : views.find(({ id }) => id === list.saved);
}

export function nameOf(list: TicketList, saved: SavedView | undefined): string {
  return saved?.name ?? viewNames[list.view];
}

/** Shows changes of a saved view wherever views are listed, and then refetches the views. */
export function useShownViews() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const change = (next: (views: SavedView[]) => SavedView[]) =>
    utils.views.list.setData(undefined, (list) => list && { views: next(list.views) });
  const refetch = () => invalidate(queryClient, "views");
  return {
    /** Shows the view before the server answers. Returns what to call with the answer. */
    async expect(view: SavedView) {
      await utils.views.list.cancel();
      return showOptimistically(() => change((views) => putView(views, view)));
    },
    put(view: SavedView) {
      change((views) => putView(views, view));
      // Later changes that are still pending.
      reapplyOptimistic();
      refetch();
    },
    drop(id: string) {
      change((views) => views.filter((view) => view.id !== id));
      refetch();
    },
  };
}
