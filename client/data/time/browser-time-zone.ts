let known: string | undefined;

/** Cached: asking the browser costs as much as rendering a row, and every time on screen needs it. */
export function browserTimeZone(): string {
  if (known) return known;
  // The time zone can only change while the page is hidden.
  document.addEventListener("visibilitychange", forget, { once: true });
  known = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}

function forget() {
  known = undefined;
}
