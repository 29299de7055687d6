import type { LiveNews } from "../../../shared/live.ts";
import { type LiveReport, type LiveStream, openLiveStream } from "./stream.ts";

/** One stream for several tabs. */
interface LiveShare {
  join(tell: (report: LiveReport) => void): () => void;
}

/** What a tab may have read before it joined. */
const lookBackMs = 15_000;

export function shareLiveStream(open: typeof openLiveStream = openLiveStream): LiveShare {
  const tabs = new Set<(report: LiveReport) => void>();
  let stream: LiveStream | null = null;
  let isUp = false;
  let recent: { at: number; news: LiveNews[] }[] = [];
  let lastGap = Number.NEGATIVE_INFINITY;

  function hear(report: LiveReport): void {
    if (report.kind === "line") isUp = report.up;
    if (report.kind === "news" || report.kind === "ready") keep(report.news);
    if (report.kind === "resync") lastGap = Date.now();
    if (report.kind === "session-ended") stream = null;
    for (const tell of tabs) tell(report);
  }

  function keep(news: LiveNews[]): void {
    const at = Date.now();
    recent = [...recent.filter((batch) => at - batch.at < lookBackMs), { at, news }];
  }

  return {
    join(tell) {
      tabs.add(tell);
      if (stream && isUp) {
        tell({ kind: "line", up: true });
        tell({ kind: "ready", news: recent.flatMap(({ news }) => news) });
        // What moved in a gap is nowhere kept.
        if (Date.now() - lastGap < lookBackMs) tell({ kind: "resync" });
      }
      stream ??= open(hear);
      return () => {
        tabs.delete(tell);
        if (tabs.size > 0) return;
        stream?.close();
        stream = null;
        isUp = false;
        recent = [];
      };
    },
  };
}
