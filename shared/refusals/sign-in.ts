import { earlyWords } from "./early-words.ts";
import { refusal } from "./refusal.ts";

/** Sessions, passwords and the links that lead in. */
export const signInRefusals = {
  not_signed_in: refusal(401, "Please sign in."),
  session_expired: refusal(401, earlyWords.session_expired),
  wrong_credentials: refusal(401, "The email address or the password is not right."),
  too_many_attempts: refusal(429, "Too many attempts. Wait a moment and try again."),
  password_length: refusal(400, earlyWords.password_length),
  password_common: refusal(
    400,
    "This password is on the list of the most used ones. Choose another.",
  ),
  password_wrong: refusal(400, "The previous password is not right."),
  link_spent: refusal(400, "This link has been used or has run out. Ask for a new one."),
  already_set_up: refusal(409, "This desk already has a Super Admin. Sign in instead."),
};
