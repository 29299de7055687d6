import { errorWords } from "../../../shared/error-words.ts";
import { hasPasswordLength } from "../../../shared/password-length.ts";

/** Spelt as the specification spells it. */
export const mismatch = {
  title: "Password Missmatch",
  message: "New and confirm password doesn't match",
} as const;

export interface PasswordProblem {
  field: "newPassword" | "confirmPassword";
  message: string;
}

/** Wherever a password is newly chosen: its length first, then whether both are equal. */
export function checkNewPassword(newPassword: string, confirm: string): PasswordProblem | null {
  if (!hasPasswordLength(newPassword)) {
    return { field: "newPassword", message: errorWords.password_length };
  }
  return newPassword === confirm ? null : { field: "confirmPassword", message: mismatch.message };
}
