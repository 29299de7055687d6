import { type RefObject, useLayoutEffect } from "react";

/** Notices stand above what somebody is writing, however long it grows: the page is told how high that is. */
export function useTellHeight(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { style } = document.documentElement;
    const tell = () => style.setProperty(composerHeight, `${element.offsetHeight}px`);
    tell();
    const watch = new ResizeObserver(tell);
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty(composerHeight);
    };
  }, [frame]);
}

const composerHeight = "--composer-height";
