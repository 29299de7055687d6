import type { LiveNews, RecentNews } from "../../../shared/live.ts";
import { newRequestId } from "../calls/request-id.ts";
import { type LiveReport, type LiveStream, openLiveStream } from "./stream.ts";

type Notify = (report: LiveReport) => void;

/**
 * One event stream for all tabs of a browser, since HTTP/1.1 allows six connections per server. Without
 * locks, as over plain http, each visible tab has its own stream.
 */
export function joinLiveStream(name: string, notify: Notify): () => void {
  const join = () => ("locks" in navigator ? joinByLock(name, notify) : streamWhileVisible(notify));
  let leave = join();
  const onHide = () => leave();
  // A page restored from the browser's cache has missed the changes since.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    leave = join();
    notify({ kind: "resync" });
  };
  addEventListener("pagehide", onHide);
  addEventListener("pageshow", onShow);
  return () => {
    removeEventListener("pagehide", onHide);
    removeEventListener("pageshow", onShow);
    leave();
  };
}

type TabMessage =
  | { kind: "joined"; tab: string }
  /** `to`: what one tab missed before it joined is not news to the others. */
  | { kind: "report"; report: LiveReport; to?: string };

/** The tab with the lock holds the stream and passes its reports on; when it closes, the next tab gets the lock. */
function joinByLock(name: string, notify: Notify): () => void {
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const tab = newRequestId();
  let answerJoined = (_tab: string) => {};
  let hasBeenReady = false;

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "joined") answerJoined(data.tab);
    else if (data.to === undefined || data.to === tab) listener(data.report);
  };
  function listener(report: LiveReport): void {
    // The next leader opens a new stream: no tab heard what changed in between.
    notify(report.kind === "ready" && hasBeenReady ? { kind: "resync" } : report);
    hasBeenReady ||= report.kind === "ready";
  }

  async function lead(): Promise<void> {
    const stream = fanOut(openLiveStream);
    const post = (report: LiveReport, to?: string) => {
      const message: TabMessage = { kind: "report", report, ...(to && { to }) };
      channel.postMessage(message);
    };
    const leave = stream.join((report) => {
      listener(report);
      post(report);
    });
    answerJoined = (to) => stream.join((report) => post(report, to))();
    await new Promise<void>((release) => {
      leaving.signal.addEventListener("abort", () => {
        leave();
        release();
      });
    });
  }
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {});
  channel.postMessage({ kind: "joined", tab } satisfies TabMessage);
  return () => {
    leaving.abort();
    channel.close();
  };
}

function streamWhileVisible(notify: Notify): () => void {
  let stream: LiveStream | null = null;
  let wasHidden = false;
  const listener: Notify = (report) =>
    notify(report.kind === "ready" && wasHidden ? { kind: "resync" } : report);
  const close = () => {
    stream?.close();
    stream = null;
  };
  const follow = () => {
    if (document.hidden) {
      close();
      wasHidden = true;
      return;
    }
    stream ??= openLiveStream(listener);
  };
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}

interface FanOut {
  join(notify: Notify): () => void;
}

/** Covers what a tab may have missed between reading its data and joining. */
const replayWindowMs = 15_000;

/** Shares one stream among several listeners, and replays recent events to each new one. */
export function fanOut(open: typeof openLiveStream): FanOut {
  const listeners = new Set<Notify>();
  let stream: LiveStream | null = null;
  let isUp = false;
  let recent: { at: number; news: (LiveNews | RecentNews)[] }[] = [];
  let lastGap = Number.NEGATIVE_INFINITY;

  function listener(report: LiveReport): void {
    if (report.kind === "connection") isUp = report.up;
    if (report.kind === "news" || report.kind === "ready") remember(report.news);
    if (report.kind === "resync") lastGap = Date.now();
    if (report.kind === "session-ended") stream = null;
    for (const notify of listeners) notify(report);
  }

  function remember(news: (LiveNews | RecentNews)[]): void {
    const at = Date.now();
    recent = [...recent.filter((batch) => at - batch.at < replayWindowMs), { at, news }];
  }

  function recentNews(): RecentNews[] {
    const now = Date.now();
    return recent.flatMap(({ at, news }) =>
      news.map((item) => ({ ...item, ageMs: now - at + ("ageMs" in item ? item.ageMs : 0) })),
    );
  }

  return {
    join(notify) {
      listeners.add(notify);
      if (stream && isUp) {
        notify({ kind: "connection", up: true });
        notify({ kind: "ready", news: recentNews() });
        // What changed during a gap is not recorded.
        if (Date.now() - lastGap < replayWindowMs) notify({ kind: "resync" });
      }
      stream ??= open(listener);
      return () => {
        listeners.delete(notify);
        if (listeners.size > 0) return;
        stream?.close();
        stream = null;
        isUp = false;
        recent = [];
      };
    },
  };
}
