/** As if somebody had gone to it by keyboard: for what is found by its name and stands on the page. */
export function press(button: HTMLElement | null): void {
  button?.focus();
  button?.click();
}
