import * as z from "zod/mini";
import { uuid } from "./text.ts";

export const linkTicketsInput = z.strictObject({
  id: uuid,
  /** The number of the other ticket: what people know it by. */
  number: z.int().check(z.minimum(1)),
  kind: z.enum(["related", "duplicate-of", "parent-of"]),
});
export type LinkTicketsInput = z.infer<typeof linkTicketsInput>;

export const unlinkTicketsInput = z.strictObject({ id: uuid, linkId: uuid });
export type UnlinkTicketsInput = z.infer<typeof unlinkTicketsInput>;
