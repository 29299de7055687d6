import * as z from "zod/mini";
import { uuid } from "./text.ts";

export const undoJobInput = z.strictObject({ requestId: uuid, jobId: uuid });
export type UndoJobInput = z.infer<typeof undoJobInput>;
