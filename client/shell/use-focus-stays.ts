import { useEffect } from "react";

/** What keeps the focus in the page is fetched when something first has it, or a file comes over it. */
export function useFocusStays(): void {
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      const { beginKeeping } = await import("./once-focused.ts");
      if (!isOver) stop = beginKeeping();
    };
    const first = new AbortController();
    const listen = () => {
      first.abort();
      // Where it does not come, the focus is as the browser has it.
      begin().catch(() => {});
    };
    for (const type of ["focusin", "dragenter"]) {
      document.addEventListener(type, listen, { signal: first.signal });
    }
    return () => {
      isOver = true;
      first.abort();
      stop();
    };
  }, []);
}
