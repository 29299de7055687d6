/** Focuses and clicks a button, as if reached by keyboard. */
export function press(button: HTMLElement | null): void {
  button?.focus();
  button?.click();
}
