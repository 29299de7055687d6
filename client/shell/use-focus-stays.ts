import { useEffect } from "react";

/** What keeps the focus in the page is fetched when something first has it. */
export function useFocusStays(): void {
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      const { beginKeeping } = await import("./once-focused.ts");
      if (!isOver) stop = beginKeeping();
    };
    // Where it does not come, the focus is as the browser has it.
    const listen = () => void begin().catch(() => {});
    document.addEventListener("focusin", listen, { once: true });
    return () => {
      isOver = true;
      document.removeEventListener("focusin", listen);
      stop();
    };
  }, []);
}
