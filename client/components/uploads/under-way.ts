import type { Uploads } from "./uploads.ts";

const all = new Set<Uploads>();

/** Whether a file would be lost with this page: no draft names it before it is at the desk. */
export function hasFilesUnderWay(): boolean {
  return [...all].some(({ list }) =>
    list.get().some(({ state, mayRetry }) => state !== "done" && (state !== "failed" || mayRetry)),
  );
}

/** The browser asks before such a page is closed or loaded anew, until what is returned is called. */
export function askBeforeLeaving(uploads: Uploads): () => void {
  if (all.size === 0) addEventListener("beforeunload", ask);
  all.add(uploads);
  return () => {
    all.delete(uploads);
    if (all.size === 0) removeEventListener("beforeunload", ask);
  };
}

function ask(event: BeforeUnloadEvent): void {
  if (hasFilesUnderWay()) event.preventDefault();
}
