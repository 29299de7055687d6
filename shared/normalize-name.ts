/**
 * As a name is kept, and compared: an accent may be typed as a part of its letter or behind it, and is
 * the same accent.
 */
export function normalizeName(typed: string): string {
  return typed.trim().normalize("NFC");
}
