import * as z from "zod/mini";
import { uuid } from "./text.ts";

export const linkTicketsInput = z.strictObject({
  id: uuid,
  /** The number of the other ticket. */
  number: z.int().check(z.minimum(1)),
  kind: z.enum(["related", "duplicate-of", "parent-of"]),
  /** `from`: the other ticket is a duplicate, parent or follow-up of this one. */
  direction: z.optional(z.enum(["to", "from"])),
});
export type LinkTicketsInput = z.infer<typeof linkTicketsInput>;

export const unlinkTicketsInput = z.strictObject({ id: uuid, linkId: uuid });
export type UnlinkTicketsInput = z.infer<typeof unlinkTicketsInput>;
