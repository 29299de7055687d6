const minute = 60_000;
const day = 24 * 60 * minute;

/** How long a link that stands for a password opens. */
export const linkLifetime = {
  reset: 30 * minute,
  invitation: 7 * day,
  "first-admin": 60 * minute,
};

/** As whoever gets the link, or sends it, is told. */
export function lifetimeInWords(kind: keyof typeof linkLifetime): string {
  const time = linkLifetime[kind];
  return time < day ? `${time / minute} minutes` : `${time / day} days`;
}
