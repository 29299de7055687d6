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

/** Of what a key or a menu opens, and no button of its own: who had the focus then has it again. */
export function useFocusBack() {
  const before = useRef<Element | null>(null);
  return {
    opens: () => {
      before.current = whoHasFocus();
    },
    closes: (event: Event) => {
      if (event.defaultPrevented || !isNowhere(document.activeElement)) return;
      const place = [before.current, last].find((one) => !isNowhere(one) && one?.isConnected);
      if (!(place instanceof HTMLElement)) return;
      event.preventDefault();
      place.focus();
    },
  };
}

/** Where the focus is; of a menu, and of one that has just gone, the button that opened it. */
export function whoHasFocus(): Element | null {
  return isNowhere(document.activeElement) ? last : openerOf(document.activeElement);
}

/** For whoever wants to be out of it: what is opened and closed next does not lead back into it. */
export function leaveField(field: HTMLElement | null): void {
  field?.blur();
  if (last === field) last = null;
  document.dispatchEvent(new Event(fieldLeft));
}

/** Somebody meant to be out of the field that had the focus. */
export const fieldLeft = "fieldleft";

/** Where the focus was last in the page itself. */
let last: Element | null = null;

globalThis.document?.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof Element) || isNowhere(target) || target.closest(dialogs)) return;
  last = openerOf(target);
});

const dialogs = '[role="dialog"], [role="alertdialog"]';

function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
}

function isNowhere(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.id === "content";
}
