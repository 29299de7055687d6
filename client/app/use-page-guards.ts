import { useEffect } from "react";

/** What guards the page is fetched when something in it first has the focus, or a file comes over it. */
export function usePageGuards(): void {
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      const { guardPage } = await import("./page-guards.ts");
      if (!isOver) stop = guardPage();
    };
    const first = new AbortController();
    const listen = () => {
      first.abort();
      // Where it does not come, the page is as the browser has it.
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
