import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { invalidateAll, invalidateSession } from "../calls/invalidation.ts";
import { forgetLine, tellLine } from "../connection.ts";
import { tellDraftsMoved } from "../drafts/moved.ts";
import { sessionExpired } from "../errors.ts";
import { useViewer } from "../session/viewer.ts";
import { useStore } from "../store.ts";
import { createNewsTaker } from "./apply-news.ts";
import { joinLiveStream } from "./shared-stream.ts";
import type { LiveReport } from "./stream.ts";

/** After a gap every browser would come at the same moment. */
const spreadMs = 2_000;

/** A sign-out in another tab is told by that tab, without an alert: it gets there first. */
const signOutMs = 1_000;

/** What others do appears on this page: asked for once, by the shell. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { id } = useViewer();
  // Its end ends the stream; whoever signs in again in another tab has another one here too.
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
      if (report.kind === "ready") news.take(report.news);
      else if (report.kind === "news") news.take(report.news, report.listsEveryMs);
      else hear(queryClient, report, later);
    });
    return () => {
      leave();
      news.stop();
      forgetLine();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [queryClient, id, isOver]);
}

function hear(
  queryClient: QueryClient,
  report: LiveReport,
  later: (ms: number, act: () => void) => void,
): void {
  switch (report.kind) {
    case "line":
      tellLine(report.up);
      break;
    case "resync":
      later(Math.random() * spreadMs, () => {
        invalidateAll(queryClient);
        tellDraftsMoved();
      });
      break;
    case "session-ended":
      tellLine(true);
      // The answer says whether to raise the alert: a stream cannot tell who signed out.
      later(signOutMs, () => invalidateSession(queryClient));
  }
}
