import * as z from "zod/mini";
import { uuid } from "./text.ts";

export const redactMessageInput = z.strictObject({ messageId: uuid });
/** The event of the change that contains the subject. */
export const redactSubjectInput = z.strictObject({ eventId: uuid });
export const redactFileInput = z.strictObject({ fileId: uuid });
