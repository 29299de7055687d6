/** How long a session lives unused. */
export const idleHours = { staff: 12, customers: 7 * 24 } as const;

/** The token begins with the letter of its kind. */
export const sessionKinds = {
  staff: { letter: "s", idleHours: idleHours.staff },
  customer: { letter: "c", idleHours: idleHours.customers },
} as const;
export type SessionKind = keyof typeof sessionKinds;

export function kindOfToken(token: string): SessionKind | null {
  if (token.startsWith(sessionKinds.staff.letter)) return "staff";
  return token.startsWith(sessionKinds.customer.letter) ? "customer" : null;
}
