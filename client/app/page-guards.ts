import { notify } from "../components/notices.ts";
import { offlineMessages, offlineSince } from "../data/connection.ts";
import { keepFocusIn } from "./keep-focus-in.ts";

/** What a page keeps for whoever has begun to use it: the focus, and itself where a file is let go or fetched. */
export function guardPage(): () => void {
  const stops = [keepFocusIn(), blockOfflineDownloads(), ignoreStrayDrops()];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Without a line a browser fetches a file in vain, and says so where hardly anybody looks. */
function blockOfflineDownloads(): () => void {
  const hear = (event: MouseEvent) => {
    if (offlineSince.get() === null || !(event.target instanceof Element)) return;
    if (!event.target.closest("a[download]:not([href^='blob:'])")) return;
    event.preventDefault();
    notify({ kind: "warning", message: offlineMessages.notLoaded });
  };
  // After whatever the link does besides, such as closing its menu.
  document.addEventListener("click", hear);
  return () => document.removeEventListener("click", hear);
}

/** A file let go beside the place that takes it would be opened in the page's stead. */
function ignoreStrayDrops(): () => void {
  const hear = (event: DragEvent) => {
    const data = event.dataTransfer;
    if (event.defaultPrevented || !data?.types.includes("Files")) return;
    event.preventDefault();
    data.dropEffect = "none";
  };
  // After whoever takes it.
  for (const type of ["dragover", "drop"] as const) addEventListener(type, hear);
  return () => {
    for (const type of ["dragover", "drop"] as const) removeEventListener(type, hear);
  };
}
