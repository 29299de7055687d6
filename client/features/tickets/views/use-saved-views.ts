import type { SavedView } from "../../../../shared/saved-views.ts";
import { viewNames } from "../../../../shared/tickets/vocabulary.ts";
import { trpc } from "../../../data/trpc.ts";
import type { TicketList } from "../list/ticket-list-address.ts";

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
