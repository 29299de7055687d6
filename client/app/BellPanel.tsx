import { useQueryClient } from "@tanstack/react-query";
import { BellRing, CheckCheck } from "lucide-react";
import { Link } from "react-router-dom";
import type { BellItem, BellPage } from "../../shared/bell.ts";
import { nextCursorOf, usePages } from "../components/table/use-pages.ts";
import { Button } from "../components/ui/button.tsx";
import { EmptyState } from "../components/ui/empty-state.tsx";
import { Skeleton } from "../components/ui/skeleton.tsx";
import { fetchAgain } from "../data/calls/invalidation.ts";
import { trpc } from "../data/trpc.ts";
import { BellLine } from "./BellLine.tsx";

/** What the bell opens: the notifications, unread ones marked. */
export function BellPanel({ close }: { close: () => void }) {
  const query = trpc.notifications.list.useInfiniteQuery(
    {},
    { getNextPageParam: nextCursorOf, meta: { showsError: true } },
  );
  const pages = usePages(query, itemsOf);
  const mark = useMarkNotifications();
  const unread = pages.rows.some((item) => item.unread);
  const newest = pages.rows[0]?.id;
  return (
    <>
      <div className="flex h-11 shrink-0 items-center justify-between gap-2 border-b pr-2 pl-3">
        <h2 className="font-semibold text-sm">Notifications</h2>
        {unread && (
          <Button variant="ghost" size="sm" onClick={() => mark({ all: true, newest })}>
            <CheckCheck />
            Mark all as read
          </Button>
        )}
      </div>
      {pages.isWaiting ? (
        <WaitingLines />
      ) : pages.failure && pages.rows.length === 0 ? (
        <EmptyState
          icon={BellRing}
          title="Couldn't load notifications"
          className="py-10"
          action={
            !pages.failure.offline && (
              <Button variant="outline" size="sm" onClick={pages.retry}>
                Try again
              </Button>
            )
          }
        >
          {pages.failure.message}
        </EmptyState>
      ) : pages.rows.length === 0 ? (
        <NothingYet close={close} />
      ) : (
        <ul className="min-h-0 overflow-y-auto p-1">
          {pages.rows.map((item) => (
            <li key={item.id}>
              <BellLine
                item={item}
                onOpen={() => {
                  if (item.unread) mark({ ids: [item.id] });
                  close();
                }}
              />
            </li>
          ))}
          {pages.hasMore && (
            <li className="p-1">
              <Button
                variant="ghost"
                size="sm"
                className="w-full"
                aria-disabled={pages.isLoadingMore}
                onClick={pages.loadMore}
              >
                {pages.isLoadingMore ? "Loading…" : "Show earlier"}
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function itemsOf(page: BellPage): readonly BellItem[] {
  return page.items;
}

/** Shown as read immediately; reverted if the server refuses. */
function useMarkNotifications() {
  const queryClient = useQueryClient();
  const { notifications } = trpc.useUtils();
  const { mutate } = trpc.notifications.markRead.useMutation({
    onMutate(input) {
      const isMarked = (item: BellItem) => "all" in input || input.ids.includes(item.id);
      const before = notifications.list.getInfiniteData({});
      notifications.list.setInfiniteData({}, (list) => list && readWhere(list, isMarked));
      return { before };
    },
    onError: (_error, _input, context) => notifications.list.setInfiniteData({}, context?.before),
    onSettled: () => fetchAgain(queryClient, "notifications"),
  });
  return mutate;
}

function readWhere<List extends { pages: BellPage[] }>(
  list: List,
  isMarked: (item: BellItem) => boolean,
): List {
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (isMarked(item) ? { ...item, unread: false } : item)),
  }));
  return { ...list, pages };
}

function NothingYet({ close }: { close: () => void }) {
  return (
    <EmptyState
      icon={BellRing}
      title="You're all caught up"
      className="py-10"
      action={
        <Button asChild variant="outline" size="sm">
          <Link to="/ticket/log?view=unassigned" onClick={close}>
            Show unassigned tickets
          </Link>
        </Button>
      }
    >
      Assignments, mentions and customers’ replies appear here.
    </EmptyState>
  );
}

function WaitingLines() {
  return (
    <div aria-busy="true" className="grid gap-4 p-3">
      {[0, 1, 2].map((line) => (
        <div key={line} className="grid grid-cols-[1.375rem_minmax(0,1fr)] gap-x-2.5 gap-y-2">
          <Skeleton className="row-span-2 size-5.5 rounded-full" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-4/5" />
        </div>
      ))}
    </div>
  );
}
