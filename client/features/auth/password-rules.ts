import { clientErrorMessages } from "../../../shared/client-error-messages.ts";
import { hasPasswordLength } from "../../../shared/password-length.ts";

/** The spelling is given by the specification. */
export const mismatch = {
  title: "Password Missmatch",
  message: "New and confirm password doesn't match",
} as const;

export interface PasswordProblem {
  field: "newPassword" | "confirmPassword";
  message: string;
}

/** Checks a new password: the length first, then whether both fields are equal. */
export function checkNewPassword(newPassword: string, confirm: string): PasswordProblem | null {
  if (!hasPasswordLength(newPassword)) {
    return { field: "newPassword", message: clientErrorMessages.password_length };
  }
  return newPassword === confirm ? null : { field: "confirmPassword", message: mismatch.message };
}
