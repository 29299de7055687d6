import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type LiveNews, listsEveryMs, type RecentNews } from "../../../shared/live.ts";
import { newRecords, queueEnd } from "../calls/change-queue.ts";
import {
  fetchAgain,
  invalidate,
  invalidateAll,
  invalidateSession,
  invalidateTicket,
  type Topic,
} from "../calls/invalidation.ts";
import { dataSince } from "../calls/query-client.ts";
import { forgetConnection, reportConnection } from "../connection.ts";
import { notifyDraftsChanged } from "../drafts/drafts-changed.ts";
import { sessionExpired } from "../errors.ts";
import { useViewer } from "../session/viewer.ts";
import { useStore } from "../store.ts";
import { isOwnVersion } from "./own-versions.ts";
import { joinLiveStream } from "./shared-stream.ts";
import type { LiveReport } from "./stream.ts";

/** Spread out, since after a gap every browser refetches at once. */
const spreadMs = 2_000;

/** The tab that signs out redirects the other tabs itself, without an alert; this delay lets it. */
const signOutMs = 1_000;

/** Applies other people's changes to this page; used once, by the shell. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { id } = useViewer();
  // The end of the session ends the stream; signing in again opens a new one.
  const isOver = useStore(sessionExpired);
  useEffect(() => {
    if (isOver) return;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const later = (ms: number, act: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      timers.add(timer);
    };
    const news = createNewsTaker(queryClient);
    const leave = joinLiveStream(`frontdesk-live-${id}`, (report) => {
      if (report.kind === "ready") news.take(newerThan(dataSince(queryClient), report.news));
      else if (report.kind === "news") news.take(report.news, report.listsEveryMs);
      else listener(queryClient, report, later);
    });
    return () => {
      leave();
      news.stop();
      forgetConnection();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [queryClient, id, isOver]);
}

/** What happened before this page began to read its data is in that data. */
function newerThan(since: number, news: RecentNews[]): LiveNews[] {
  const age = performance.now() - since;
  return news.filter(({ ageMs }) => ageMs <= age);
}

function listener(
  queryClient: QueryClient,
  report: LiveReport,
  later: (ms: number, act: () => void) => void,
): void {
  switch (report.kind) {
    case "connection":
      reportConnection(report.up);
      break;
    case "resync":
      later(Math.random() * spreadMs, () => {
        invalidateAll(queryClient);
        notifyDraftsChanged();
      });
      break;
    case "session-ended":
      reportConnection(true);
      // The answer decides whether to show the alert: a stream cannot tell who signed out.
      later(signOutMs, () => invalidateSession(queryClient));
  }
}

type TicketNews = Extract<LiveNews, { topic: "ticket" }>;

const usuallyMs = listsEveryMs();

/** How long the next batch waits for answers in flight. */
const patienceMs = 10_000;

/**
 * Invalidates what the events are about. Lists and counts change with every ticket in them, so they are
 * refetched at most once a second; less often where the server says so, and then spread over pages. Each
 * round waits for the answers of the previous one: on a slow connection, a fetch that is restarted again and
 * again would never finish.
 */
export function createNewsTaker(queryClient: QueryClient) {
  let due = new Set<Topic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Measured by a monotonic clock. */
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

  /** An own action often hears of itself before its answer arrives; a new ticket has no id until then. */
  function takeTicket(item: TicketNews): void {
    const end = queueEnd(item.id) ?? queueEnd(newRecords);
    if (!end) {
      applyTicket(item);
      return;
    }
    const patience = new Promise((end) => setTimeout(end, patienceMs));
    // After the answer has been stored.
    void Promise.race([end, patience]).then(() => setTimeout(applyTicket, 0, item));
  }

  function applyTicket({ id, number, version, gone }: TicketNews): void {
    if (stopped || (!gone && version !== undefined && isOwnVersion(id, version))) return;
    invalidateTicket(queryClient, number, gone ? undefined : version);
    soon("list", "counts", "companies");
  }

  return {
    take(news: LiveNews[], listsEvery = usuallyMs): void {
      everyMs = listsEvery;
      for (const item of news) {
        if (item.topic === "ticket") takeTicket(item);
        else if (item.topic === "presence") invalidate(queryClient, "presence");
        // Users and companies name each other, and tickets name both.
        else if (item.topic === "users" || item.topic === "companies")
          soon("users", "companies", "names");
        else if (item.topic === "notifications") soon("notifications", "list");
        else {
          if (item.topic === "drafts") notifyDraftsChanged();
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
