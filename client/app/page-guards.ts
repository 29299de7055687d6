import { notify } from "../components/notices.ts";
import { offlineMessages, offlineSince } from "../data/connection.ts";
import { keepFocusIn } from "./keep-focus-in.ts";

/** Keeps the focus on the page, and the page open when a file is dropped or downloaded. */
export function guardPage(): () => void {
  const stops = [keepFocusIn(), blockOfflineDownloads(), ignoreStrayDrops()];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Browsers show a failed download where hardly anyone looks, so offline downloads show a notice instead. */
function blockOfflineDownloads(): () => void {
  const listener = (event: MouseEvent) => {
    if (offlineSince.get() === null || !(event.target instanceof Element)) return;
    if (!event.target.closest("a[download]:not([href^='blob:'])")) return;
    event.preventDefault();
    notify({ kind: "warning", message: offlineMessages.notLoaded });
  };
  // Runs after the link's own handlers, such as closing a menu.
  document.addEventListener("click", listener);
  return () => document.removeEventListener("click", listener);
}

/** Prevents the browser from opening a file that is dropped outside a drop area. */
function ignoreStrayDrops(): () => void {
  const listener = (event: DragEvent) => {
    const data = event.dataTransfer;
    if (event.defaultPrevented || !data?.types.includes("Files")) return;
    event.preventDefault();
    data.dropEffect = "none";
  };
  // On window, after the drop areas.
  for (const type of ["dragover", "drop"] as const) addEventListener(type, listener);
  return () => {
    for (const type of ["dragover", "drop"] as const) removeEventListener(type, listener);
  };
}
