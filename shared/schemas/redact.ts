import * as z from "zod/mini";
import { uuid } from "./text.ts";

export const redactMessageInput = z.strictObject({ messageId: uuid });
/** Of the change that it stands in. */
export const redactSubjectInput = z.strictObject({ eventId: uuid });
export const redactFileInput = z.strictObject({ fileId: uuid });
