import * as z from "zod/mini";
import { uuid } from "./text.ts";

/** Adds the idempotency key: sending it again means the same action. */
export function keyed<Input extends z.ZodMiniObject>(input: Input) {
  return z.extend(input, { requestId: uuid });
}
