const first = 30_000;
const longest = 60 * 60_000;

/** With these waits the tries span about a day. */
export const maxAttempts = 34;

/**
 * How long to wait after this try: 30 s, 1 min, 2, 4 … at most an hour, and up to a fifth less,
 * so that mails which failed together do not come back together.
 */
export function waitAfter(attempt: number, random: number = Math.random()): number {
  const wait = Math.min(first * 2 ** (attempt - 1), longest);
  return Math.round(wait * (1 - random / 5));
}
