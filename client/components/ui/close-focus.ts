import { useRef } from "react";
import { isNowhere, lastFocused, openerOf } from "./last-focus.ts";

/**
 * What closes hands the focus back to what opened it a moment after it is gone: by then somebody may
 * have begun something elsewhere, and keeps it.
 */
export function unlessFocusMoved(first?: (event: Event) => void): (event: Event) => void {
  return (event) => {
    first?.(event);
    if (!isNowhere(document.activeElement)) event.preventDefault();
  };
}

/** Of what a key or a menu opens, and no button of its own: who had the focus then has it again. */
export function useFocusBack() {
  const before = useRef<Element | null>(null);
  return {
    opens: () => {
      before.current = whoHasFocus();
    },
    closes: (event: Event) => {
      if (event.defaultPrevented || !isNowhere(document.activeElement)) return;
      const place = [before.current, lastFocused()].find(
        (one) => !isNowhere(one) && one?.isConnected,
      );
      if (!(place instanceof HTMLElement)) return;
      event.preventDefault();
      place.focus();
    },
  };
}

/** Where the focus is; of a menu, and of one that has just gone, the button that opened it. */
export function whoHasFocus(): Element | null {
  return isNowhere(document.activeElement) ? lastFocused() : openerOf(document.activeElement);
}
