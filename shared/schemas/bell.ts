import * as z from "zod/mini";
import { pageDirection, uuid } from "./text.ts";

export const listBellInput = z.strictObject({
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  direction: pageDirection,
});
export type ListBellInput = z.infer<typeof listBellInput>;

/** Some, or all. */
export const markBellInput = z.union([
  z.strictObject({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(100)) }),
  /** `newest`: the latest one seen; later ones stay unread. */
  z.strictObject({ all: z.literal(true), newest: z.optional(uuid) }),
]);
export type MarkBellInput = z.infer<typeof markBellInput>;
