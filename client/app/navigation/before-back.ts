/** Whether a step through the history is held back; then nobody else hears of it. */
type Hold = (event: PopStateEvent) => boolean;

let hold: Hold | null = null;

/** Asked before the router, since this stands before it: such events know no capture. */
window.addEventListener("popstate", (event) => {
  if (hold?.(event)) event.stopImmediatePropagation();
});

export function holdSteps(next: Hold | null): void {
  hold = next;
}
