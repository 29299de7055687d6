import * as z from "zod/mini";
import { uuid } from "./text.ts";

/** Which page of theirs it is that looks; one of an earlier release does not say. */
const page = z.optional(uuid);

export const presenceInput = z.strictObject({ ticketId: uuid, typing: z.boolean(), page });
export type PresenceInput = z.infer<typeof presenceInput>;

export const leaveInput = z.strictObject({ ticketId: uuid, page });
export type LeaveInput = z.infer<typeof leaveInput>;

export const ticketIdInput = z.strictObject({ ticketId: uuid });
