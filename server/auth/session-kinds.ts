/** The token begins with the letter of its kind. */
export const sessionLetters = { staff: "s", customers: "c" } as const;
export type SessionKind = keyof typeof sessionLetters;

export function kindOfToken(token: string): SessionKind | null {
  if (token.startsWith(sessionLetters.staff)) return "staff";
  return token.startsWith(sessionLetters.customers) ? "customers" : null;
}
