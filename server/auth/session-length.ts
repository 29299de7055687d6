/** How long a session lives: all that decides it stands here, and nowhere else. */

const hourMs = 60 * 60_000;

/** Unused so long it ends. */
export const idleHours = { staff: 12, customers: 7 * 24 } as const;

/** However busy it is, it ends so many days after its sign-in: SESSION_DAYS, from 1 to `most`. */
export const sessionDays = { usual: 30, most: 365 } as const;

/** What is used oftener than this is not written anew each time. */
export const renewEveryMs = 10 * 60_000;

export function idleEnd(whose: keyof typeof idleHours, usedAt: Date): Date {
  return new Date(usedAt.getTime() + idleHours[whose] * hourMs);
}

export function latestEnd(signedInAt: Date, days: number): Date {
  return new Date(signedInAt.getTime() + days * 24 * hourMs);
}
