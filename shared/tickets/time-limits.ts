/** From the moment a reply of staff is sent it can be taken back for so long: then it is public. */
export const releaseDelayMs = 8000;

/** For so long after the last resolve a ticket can be rated, even when it has closed meanwhile. */
export const ratingDays = 14;

const spamKeptMs = 30 * 24 * 60 * 60_000;

/** Until then spam can be said to be none. */
export function spamUntil(at: Date): Date {
  return new Date(at.getTime() + spamKeptMs);
}

export function spamSince(now: Date): Date {
  return new Date(now.getTime() - spamKeptMs);
}
