import { useRef } from "react";

/**
 * What closes hands the focus back to what opened it a moment after it is gone: by then somebody may
 * have begun something elsewhere, and keeps it.
 */
export function unlessGoneOn(first?: (event: Event) => void): (event: Event) => void {
  return (event) => {
    first?.(event);
    if (!isNowhere(document.activeElement)) event.preventDefault();
  };
}

/** Of what a key opens, and no button of its own: who had the focus then has it again. */
export function useFocusBack() {
  const before = useRef<Element | null>(null);
  return {
    opens: () => {
      before.current = document.activeElement;
    },
    closes: (event: Event) => {
      const { current } = before;
      if (event.defaultPrevented || isNowhere(current) || !isNowhere(document.activeElement))
        return;
      if (!(current instanceof HTMLElement && current.isConnected)) return;
      event.preventDefault();
      current.focus();
    },
  };
}

function isNowhere(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.id === "content";
}
