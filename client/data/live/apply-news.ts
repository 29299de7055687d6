import type { QueryClient } from "@tanstack/react-query";
import { type LiveNews, listsEveryMs } from "../../../shared/live.ts";
import { fetchAgain, invalidate, invalidateTicket, type Topic } from "../calls/invalidation.ts";
import { tellDraftsMoved } from "../drafts/moved.ts";

const usuallyMs = listsEveryMs();

/** How long the next news wait for answers that are on their way. */
const patienceMs = 10_000;

/**
 * Makes old what the news are about. Lists and counts change with every ticket in them, so they are
 * fetched again at most once a second; seldomer where the server says so, and then not by all pages
 * at one moment. Each time waits for the answers of the one before: on a line that is slower than the
 * news, a fetch that was always begun anew would never arrive.
 */
export function createNewsTaker(queryClient: QueryClient) {
  let due = new Set<Topic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** By a clock that nobody sets. */
  let last = Number.NEGATIVE_INFINITY;
  let everyMs = usuallyMs;
  let stopped = false;

  function pause(): number {
    const due = Math.max(0, last + everyMs - performance.now());
    return everyMs > usuallyMs ? due + Math.random() * everyMs : due;
  }

  function soon(...topics: Topic[]): void {
    for (const topic of topics) due.add(topic);
    timer ??= setTimeout(fetchDue, pause());
  }

  async function fetchDue(): Promise<void> {
    const topics = [...due];
    due = new Set();
    last = performance.now();
    const patience = new Promise((end) => setTimeout(end, patienceMs));
    await Promise.race([fetchAgain(queryClient, ...topics), patience]);
    timer = undefined;
    if (due.size > 0 && !stopped) soon();
  }

  return {
    take(news: LiveNews[], listsEvery = usuallyMs): void {
      everyMs = listsEvery;
      for (const item of news) {
        if (item.topic === "ticket") {
          invalidateTicket(queryClient, item.number);
          soon("list", "counts", "companies");
        } else if (item.topic === "presence") invalidate(queryClient, "presence");
        // Each names the other: who belongs where, and what it is called; and tickets name both.
        else if (item.topic === "users" || item.topic === "companies")
          soon("users", "companies", "names");
        else if (item.topic === "notifications") soon("notifications", "list");
        else {
          if (item.topic === "drafts") tellDraftsMoved();
          soon(item.topic);
        }
      }
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
