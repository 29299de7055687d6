/** Before a row disappears with the focused button, moves the focus to the next or previous row. */
export function leaveRow(button: HTMLElement): void {
  const row = button.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest("section");
  next?.querySelector<HTMLElement>("a, button")?.focus();
}
