import * as z from "zod/mini";
import { uuid } from "./text.ts";

/** The page that is viewing; earlier releases do not send it. */
const page = z.optional(uuid);

export const presenceInput = z.strictObject({ ticketId: uuid, typing: z.boolean(), page });
export type PresenceInput = z.infer<typeof presenceInput>;

export const leaveInput = z.strictObject({ ticketId: uuid, page });
export type LeaveInput = z.infer<typeof leaveInput>;

export const ticketIdInput = z.strictObject({ ticketId: uuid });
