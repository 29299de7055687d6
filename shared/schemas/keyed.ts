import * as z from "zod/mini";
import { uuid } from "./text.ts";

/** With the key of one intention: whoever sends it again means the same act. */
export function keyed<Input extends z.ZodMiniObject>(input: Input) {
  return z.extend(input, { requestId: uuid });
}
