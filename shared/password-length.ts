/** Counted in UTF-16 units; applies to new passwords, never at sign-in. */
export const passwordLength = { min: 8, max: 16 } as const;

export function hasPasswordLength({ length }: string): boolean {
  return length >= passwordLength.min && length <= passwordLength.max;
}
