import * as z from "zod/mini";
import { uuid } from "./text.ts";

/** With the key of one intention: whoever sends it again means the same act. */
export function keyed<Shape extends z.core.$ZodLooseShape, Config extends z.core.$ZodObjectConfig>(
  input: z.ZodMiniObject<Shape, Config>,
) {
  return z.extend(input, { requestId: uuid });
}
