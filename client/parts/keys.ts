/** Whether a key pressed here is somebody's text, or belongs to what is open above the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  return event.target instanceof Element && event.target.closest(typingPlaces) !== null;
}

const typingPlaces =
  'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="combobox"]';
