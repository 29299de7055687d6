import * as z from "zod/mini";
import { uuid } from "./text.ts";

export const redactMessageInput = z.strictObject({ messageId: uuid });
export const redactFileInput = z.strictObject({ fileId: uuid });
