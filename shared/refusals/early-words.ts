import { fileLimits } from "../files.ts";
import { passwordLength } from "../password-length.ts";

/** Said where there is nothing better to say. */
export const fallbackMessage = "OOps! Something went wrong";

/** Words of the catalogue that a browser says by itself, without an answer: it loads no others. */
export const earlyWords = {
  password_length: `New Password should be between ${passwordLength.min} to ${passwordLength.max} characters`,
  session_expired: "Session Expired. Please login again!",
  file_empty: "The file is empty.",
  file_too_large: `A file may have at most ${fileLimits.bytes / 2 ** 20} MB.`,
} as const;

/** The specification's rule for a message that reaches a person. */
export function wordsFor(message: string | null | undefined): string {
  if (!message || /http/i.test(message)) return fallbackMessage;
  return message;
}
