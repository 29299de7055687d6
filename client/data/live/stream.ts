import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import type { LiveMessage } from "../../../shared/live.ts";
import type { AppRouter } from "../trpc.ts";

/** What a tab receives: events from the server, and the state of the stream. */
export type LiveReport = LiveMessage | { kind: "connection"; up: boolean };

export interface LiveStream {
  close(): void;
}

const longestPauseMs = 15_000;
/** Used where another browser took over the stream, and would take it back. */
const pauseAmongManyMs = 60_000;

/**
 * A stream that reopens whenever it breaks, each time a little later. The first time it replays recent
 * events; after a gap it only reports the gap.
 */
export function openLiveStream(notify: (report: LiveReport) => void): LiveStream {
  const client = createTRPCClient<AppRouter>({
    links: [httpSubscriptionLink({ url: "/node/trpc" })],
  });
  let hasStood = false;
  let failures = 0;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let subscription = subscribe();

  function subscribe() {
    let over = false;
    const comeBack = (least: number, longest = longestPauseMs) => {
      if (over || closed) return;
      over = true;
      notify({ kind: "connection", up: false });
      subscription.unsubscribe();
      const pause = Math.min(least * 2 ** failures, longest);
      failures += 1;
      // Spread out, since many browsers reconnect to a server that has just started.
      timer = setTimeout(reopen, pause * (0.5 + Math.random()));
    };
    return client.live.events.subscribe(undefined, {
      onData(message) {
        if (over || closed) return;
        if (message.kind === "session-ended") end();
        else if (message.kind === "server-ends") comeBack(500);
        else if (message.kind === "too-many") comeBack(pauseAmongManyMs, pauseAmongManyMs);
        else if (message.kind === "ready") stand(message);
        else notify(message);
      },
      onConnectionStateChange({ state }) {
        if (!over && !closed && state === "connecting") notify({ kind: "connection", up: false });
      },
      onError(error) {
        if (error.data?.httpStatus === 401) end();
        else comeBack(1_000);
      },
      onComplete: () => comeBack(500),
    });
  }

  function stand(ready: LiveMessage & { kind: "ready" }): void {
    failures = 0;
    notify({ kind: "connection", up: true });
    notify(hasStood ? { kind: "resync" } : ready);
    hasStood = true;
  }

  function reopen(): void {
    if (!closed) subscription = subscribe();
  }

  function end(): void {
    close();
    notify({ kind: "session-ended" });
  }

  function close(): void {
    closed = true;
    clearTimeout(timer);
    subscription.unsubscribe();
  }

  return { close };
}
