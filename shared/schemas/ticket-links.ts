import * as z from "zod/mini";
import { uuid } from "./text.ts";

export const linkTicketsInput = z.strictObject({
  id: uuid,
  /** The number of the other ticket. */
  number: z.int().check(z.minimum(1)),
  kind: z.enum(["related", "duplicate-of", "parent-of"]),
  /** As stored: `from` if the other ticket is the start of the link. */
  direction: z.optional(z.enum(["to", "from"])),
});
export type LinkTicketsInput = z.infer<typeof linkTicketsInput>;

export const unlinkTicketsInput = z.strictObject({ id: uuid, linkId: uuid });
export type UnlinkTicketsInput = z.infer<typeof unlinkTicketsInput>;
