import { fileLimits } from "./files.ts";
import { passwordLength } from "./password-length.ts";

/** Shown when there is no better message. */
export const fallbackMessage = "OOps! Something went wrong";

/** The messages that the browser shows without asking the server. All others are in errors.ts, which it does not load. */
export const clientErrorMessages = {
  password_length: `New Password should be between ${passwordLength.min} to ${passwordLength.max} characters`,
  session_expired: "Session Expired. Please login again!",
  file_empty: "The file is empty.",
  file_too_large: `Files can be up to ${fileLimits.bytes / 2 ** 20} MB.`,
} as const;

/** The specification's rule for messages from the server. */
export function wordsFor(message: string | null | undefined): string {
  if (!message || /http/i.test(message)) return fallbackMessage;
  return message;
}
