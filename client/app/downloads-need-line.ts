import { notify } from "../components/notices.ts";
import { noLineWords, offlineSince } from "../data/connection.ts";

/** Without a line a browser fetches a file in vain, and says so where hardly anybody looks. */
export function downloadsNeedLine(): () => void {
  const hear = (event: MouseEvent) => {
    if (offlineSince.get() === null || !(event.target instanceof Element)) return;
    if (!event.target.closest("a[download]:not([href^='blob:'])")) return;
    event.preventDefault();
    notify({ kind: "warning", message: noLineWords.notLoaded });
  };
  // After whatever the link does besides, such as closing its menu.
  document.addEventListener("click", hear);
  return () => document.removeEventListener("click", hear);
}
