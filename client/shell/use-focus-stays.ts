import { useEffect } from "react";

/** What keeps the focus in the page, and the page, is fetched when something first has it or hangs above it. */
export function useFocusStays(): void {
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      const { beginKeeping } = await import("./once-focused.ts");
      if (!isOver) stop = beginKeeping();
    };
    // Where it does not come, the focus is as the browser has it.
    const listen = () => {
      hearing.abort();
      void begin().catch(() => {});
    };
    const kinds = ["focusin", "dragenter"] as const;
    const hearing = new AbortController();
    for (const kind of kinds) document.addEventListener(kind, listen, hearing);
    return () => {
      isOver = true;
      hearing.abort();
      stop();
    };
  }, []);
}
