/** The stored form of a name, also for comparison: accents may be typed as part of a letter or after it. */
export function normalizeName(typed: string): string {
  return typed.trim().normalize("NFC");
}
