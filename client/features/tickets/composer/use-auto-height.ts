import { type RefObject, useLayoutEffect } from "react";

/** The field is as high as its text; how high at most, its class says. */
export function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    const place = element.parentElement;
    const fit = () => {
      // Measured without what is above moving: the conversation would be scrolled away from its end.
      if (place) place.style.minHeight = `${place.offsetHeight}px`;
      element.style.height = "auto";
      // Empty it is as high as its class says, which changes with where the focus is.
      if (text !== "") element.style.height = `${element.scrollHeight}px`;
      if (place) place.style.minHeight = "";
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
