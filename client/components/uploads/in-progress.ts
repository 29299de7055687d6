import type { Uploads } from "./uploads.ts";

const all = new Set<Uploads>();

/** Whether a file would be lost with this page: no draft names it before it is at the desk. */
export function hasUploadsInProgress(): boolean {
  return [...all].some(({ list }) =>
    list.get().some(({ state, canRetry }) => state !== "done" && (state !== "failed" || canRetry)),
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
  if (hasUploadsInProgress()) event.preventDefault();
}
