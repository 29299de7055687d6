let known: string | undefined;

/** Asking the browser costs as much as drawing a row, and every time that is shown asks. */
export function browserTimeZone(): string {
  if (known) return known;
  // Whoever has travelled comes back to the page.
  document.addEventListener("visibilitychange", forget, { once: true });
  known = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}

function forget() {
  known = undefined;
}
