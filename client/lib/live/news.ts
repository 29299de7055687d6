import type { QueryClient } from "@tanstack/react-query";
import { type LiveNews, listsEveryMs } from "../../../shared/live.ts";
import { invalidate, invalidateTicket, type Topic } from "../calls/invalidation.ts";

const usuallyMs = listsEveryMs();

/**
 * Makes old what the news are about. Lists and counts change with every ticket in them, so they are
 * fetched again at most once a second; seldomer where the server says so, and then not by all pages
 * at one moment.
 */
export function createNewsTaker(queryClient: QueryClient) {
  let due = new Set<Topic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  let everyMs = usuallyMs;

  function pause(): number {
    const due = Math.max(0, last + everyMs - Date.now());
    return everyMs > usuallyMs ? due + Math.random() * everyMs : due;
  }

  function soon(...topics: Topic[]): void {
    for (const topic of topics) due.add(topic);
    timer ??= setTimeout(fetchDue, pause());
  }

  function fetchDue(): void {
    const topics = [...due];
    due = new Set();
    timer = undefined;
    last = Date.now();
    invalidate(queryClient, ...topics);
  }

  return {
    take(news: LiveNews[], listsEvery = usuallyMs): void {
      everyMs = listsEvery;
      for (const item of news) {
        if (item.topic === "ticket") {
          invalidateTicket(queryClient, item.number);
          soon("list", "counts", "companies");
        } else if (item.topic === "presence") invalidate(queryClient, "presence");
        // Each names the other: who belongs where, and what it is called.
        else if (item.topic === "users" || item.topic === "companies") soon("users", "companies");
        else if (item.topic === "desk" || item.topic === "settings") soon(item.topic);
        else soon("notifications", "list");
      }
    },
    stop: () => clearTimeout(timer),
  };
}
