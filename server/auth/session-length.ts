const hourMs = 60 * 60_000;

/** A session ends after this long without use. */
export const idleHours = { staff: 12, customers: 7 * 24 } as const;

/** More frequent use does not write the session each time. */
export const renewEveryMs = 10 * 60_000;

export function idleEnd(whose: keyof typeof idleHours, usedAt: Date): Date {
  return new Date(usedAt.getTime() + idleHours[whose] * hourMs);
}

export function latestEnd(signedInAt: Date, days: number): Date {
  return new Date(signedInAt.getTime() + days * 24 * hourMs);
}
