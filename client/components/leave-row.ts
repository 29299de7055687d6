/** Before a row goes, with the button that has the focus: that is on to the row after it, or before. */
export function leaveRow(button: HTMLElement): void {
  const row = button.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest("section");
  next?.querySelector<HTMLElement>("a, button")?.focus();
}
