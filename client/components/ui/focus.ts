import { useRef } from "react";

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

/** Most menu items return the focus to the menu's button; some move it elsewhere. */
export function useFocusGoesOn() {
  const goes = useRef(false);
  return {
    goesOn: (act: () => void) => () => {
      goes.current = true;
      act();
    },
    onClose(event: Event) {
      if (goes.current) event.preventDefault();
      goes.current = false;
    },
  };
}

/** Leaves a field on purpose: overlays opened later do not return the focus to it. */
export function leaveField(field: HTMLElement | null): void {
  field?.blur();
  if (last === field) last = null;
  document.dispatchEvent(new Event(fieldLeft));
}

/** Dispatched when a field is left on purpose. */
export const fieldLeft = "fieldleft";

/** The last focused element of the page itself. */
function lastFocused(): Element | null {
  return last;
}

let last: Element | null = null;

globalThis.document?.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof Element) || isNowhere(target) || target.closest(dialogs)) return;
  last = openerOf(target);
});

const dialogs = '[role="dialog"], [role="alertdialog"]';

/** For an element in a menu, the button that opened it. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
}

/** On nothing that can be acted on. */
function isNowhere(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.id === "content";
}
