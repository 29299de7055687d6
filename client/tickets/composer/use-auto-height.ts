import { type RefObject, useLayoutEffect } from "react";

/** The field is as high as its text; how high at most, its class says. */
export function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    const fit = () => {
      element.style.height = "auto";
      // Empty it is as high as its class says, which changes with where the focus is.
      if (text === "") return;
      element.style.height = `${element.scrollHeight}px`;
    };
    fit();
    let width = element.clientWidth;
    const watch = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit();
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [field, text]);
}
