import { useQueryClient } from "@tanstack/react-query";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { viewNames } from "../../../../shared/tickets/vocabulary.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { showAgain, showEarly } from "../../../data/calls/optimistic.ts";
import { trpc } from "../../../data/trpc.ts";
import type { TicketList } from "../list/ticket-list-address.ts";
import { putView } from "./saved-view.ts";

const none: SavedView[] = [];

/** `after`: what matters more has come. */
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

/** The saved view that a list is or was, if the reader has it. */
export function findSaved(views: readonly SavedView[], list: TicketList): SavedView | undefined {
  return list.saved === null ? undefined : views.find(({ id }) => id === list.saved);
}

export function nameOf(list: TicketList, saved: SavedView | undefined): string {
  return saved?.name ?? viewNames[list.view];
}

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
