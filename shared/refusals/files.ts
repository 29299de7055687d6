import { earlyWords } from "./early-words.ts";
import { refusal } from "./refusal.ts";

/** Files on their way in, and the place where they are kept. */
export const fileRefusals = {
  file_empty: refusal(400, earlyWords.file_empty),
  file_too_large: refusal(413, earlyWords.file_too_large),
  too_many_uploads: refusal(
    429,
    "Too many of your files are not sent yet. Send or remove some, then try again.",
  ),
  upload_broken: refusal(
    408,
    "The upload came to a halt. Nothing of the file was kept; try again.",
  ),
  storage_full: refusal(503, "The desk has no room left for files. Nothing of this one was kept."),
  storage_unavailable: refusal(
    503,
    "The place where files are kept does not answer. Try again in a little while.",
  ),
};
