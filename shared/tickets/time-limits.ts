/** A reply by staff is released after this time, and can be undone until then. */
export const releaseDelayMs = 8000;

/** A note can be edited by its author for this long. */
export const noteEditMs = 10 * 60_000;

/** After the last resolve a ticket can be rated for this long, even once it is closed. */
export const ratingDays = 14;

const spamKeptMs = 30 * 24 * 60 * 60_000;

/** Until then spam can be unmarked. */
export function spamUntil(at: Date): Date {
  return new Date(at.getTime() + spamKeptMs);
}

export function spamSince(now: Date): Date {
  return new Date(now.getTime() - spamKeptMs);
}
