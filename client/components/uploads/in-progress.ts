import type { Uploads } from "./uploads.ts";

const all = new Set<Uploads>();

/** Whether closing the page would lose a file: drafts only name uploaded files. */
export function hasUploadsInProgress(): boolean {
  return [...all].some(({ list }) =>
    list.get().some(({ state, canRetry }) => state !== "done" && (state !== "failed" || canRetry)),
  );
}

/** Makes the browser ask before such a page is closed or reloaded, until the returned function is called. */
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
