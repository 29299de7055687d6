/** For whoever wants to be out of it: what is opened and closed next does not lead back into it. */
export function leaveField(field: HTMLElement | null): void {
  field?.blur();
  if (last === field) last = null;
  document.dispatchEvent(new Event(fieldLeft));
}

/** Somebody meant to be out of the field that had the focus. */
export const fieldLeft = "fieldleft";

/** Where the focus was last in the page itself. */
export function lastFocused(): Element | null {
  return last;
}

let last: Element | null = null;

globalThis.document?.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof Element) || isNowhere(target) || target.closest(dialogs)) return;
  last = openerOf(target);
});

const dialogs = '[role="dialog"], [role="alertdialog"]';

/** Of a menu the button that opened it. */
export function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
}

/** On nothing that one could act on. */
export function isNowhere(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.id === "content";
}
