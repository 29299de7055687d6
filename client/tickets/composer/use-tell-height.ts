import { type RefObject, useLayoutEffect } from "react";
import { heightBelowNotices } from "../../lib/notices.ts";

/** Notices stand above what somebody is writing, however long it grows: they are told how high that is. */
export function useTellHeight(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const tell = () => heightBelowNotices.set(element.offsetHeight);
    tell();
    const watch = new ResizeObserver(tell);
    watch.observe(element);
    return () => {
      watch.disconnect();
      heightBelowNotices.set(0);
    };
  }, [frame]);
}
