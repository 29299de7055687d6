import { refuseField } from "./errors.ts";
import { passwordLength } from "./users.ts";

/** Counted in UTF-16 units; holds wherever a password is newly chosen, never at sign-in. */
export function assertPasswordLength(newPassword: string): void {
  if (newPassword.length < passwordLength.min || newPassword.length > passwordLength.max) {
    throw refuseField("password_length", "newPassword");
  }
}
