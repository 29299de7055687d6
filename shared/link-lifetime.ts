const minute = 60_000;
const day = 24 * 60 * minute;

/** How long an emailed link is valid. */
export const linkLifetime = {
  reset: 30 * minute,
  invitation: 7 * day,
  "first-admin": 60 * minute,
  "address-new": 2 * day,
  "address-old": 2 * day,
};

export function describeLifetime(kind: keyof typeof linkLifetime): string {
  const time = linkLifetime[kind];
  return time < day ? `${time / minute} minutes` : `${time / day} days`;
}
