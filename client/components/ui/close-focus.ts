import { useRef } from "react";
import { isNowhere, lastFocused, openerOf } from "./last-focus.ts";

/**
 * A closing overlay returns the focus a moment after it has disappeared; if something else has been focused
 * by then, that keeps the focus.
 */
export function unlessFocusMoved(first?: (event: Event) => void): (event: Event) => void {
  return (event) => {
    first?.(event);
    if (!isNowhere(document.activeElement)) event.preventDefault();
  };
}

/** For dialogs opened by a shortcut or a menu item: returns the focus to what had it before. */
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

/** The focused element; inside a menu, or one that just closed, the button that opened it. */
export function whoHasFocus(): Element | null {
  return isNowhere(document.activeElement) ? lastFocused() : openerOf(document.activeElement);
}
