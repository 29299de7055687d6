import { newRequestId } from "../calls/request-id.ts";
import { shareLiveStream } from "./share.ts";
import { type LiveReport, openLiveStream } from "./stream.ts";

/** Where a browser has no shared workers: one tab holds the stream, or each visible one its own. */
export function joinWithoutWorker(name: string, tell: (report: LiveReport) => void): () => void {
  return "locks" in navigator ? joinByLock(name, tell) : streamWhileVisible(tell);
}

type TabMessage =
  | { kind: "joined"; tab: string }
  /** `to`: what a tab that has just joined has missed is no news to the others. */
  | { kind: "report"; report: LiveReport; to?: string };

/** Whoever holds the lock holds the stream, and tells the others; when it goes, another takes over. */
function joinByLock(name: string, tell: (report: LiveReport) => void): () => void {
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const tab = newRequestId();
  let answerJoined = (_tab: string) => {};
  let hasHeard = false;

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "joined") answerJoined(data.tab);
    else if (data.to === undefined || data.to === tab) hear(data.report);
  };
  function hear(report: LiveReport): void {
    // A holder that takes over begins anew: what moved meanwhile nobody has heard.
    tell(report.kind === "ready" && hasHeard ? { kind: "resync" } : report);
    hasHeard ||= report.kind === "ready";
  }

  const hold = () =>
    new Promise<void>((release) => {
      const share = shareLiveStream();
      const say = (report: LiveReport, to?: string) => {
        const message: TabMessage = { kind: "report", report, ...(to && { to }) };
        channel.postMessage(message);
      };
      const leave = share.join((report) => {
        hear(report);
        say(report);
      });
      answerJoined = (to) => share.join((report) => say(report, to))();
      leaving.signal.addEventListener("abort", () => {
        leave();
        release();
      });
    });
  navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => {});
  channel.postMessage({ kind: "joined", tab } satisfies TabMessage);
  return () => {
    leaving.abort();
    channel.close();
  };
}

function streamWhileVisible(tell: (report: LiveReport) => void): () => void {
  let stream: { close(): void } | null = null;
  let wasAway = false;
  const follow = () => {
    if (document.hidden) {
      stream?.close();
      stream = null;
      wasAway = true;
      return;
    }
    stream ??= openLiveStream((report) =>
      tell(report.kind === "ready" && wasAway ? { kind: "resync" } : report),
    );
  };
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    stream?.close();
  };
}
