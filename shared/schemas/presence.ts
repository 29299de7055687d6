import * as z from "zod/mini";
import { uuid } from "./text.ts";

export const lookInput = z.strictObject({ ticketId: uuid, typing: z.boolean() });
export type LookInput = z.infer<typeof lookInput>;

export const ticketIdInput = z.strictObject({ ticketId: uuid });
