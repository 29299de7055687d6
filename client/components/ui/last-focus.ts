/** Leaves a field on purpose: overlays opened later do not return the focus to it. */
export function leaveField(field: HTMLElement | null): void {
  field?.blur();
  if (last === field) last = null;
  document.dispatchEvent(new Event(fieldLeft));
}

/** Dispatched when a field is left on purpose. */
export const fieldLeft = "fieldleft";

/** The last focused element of the page itself. */
export function lastFocused(): Element | null {
  return last;
}

let last: Element | null = null;

globalThis.document?.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof Element) || isNowhere(target) || target.closest(dialogs)) return;
  last = openerOf(target);
});

const dialogs = '[role="dialog"], [role="alertdialog"]';

/** For an element in a menu, the button that opened it. */
export function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
}

/** On nothing that can be acted on. */
export function isNowhere(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.id === "content";
}
