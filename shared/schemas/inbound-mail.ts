import * as z from "zod/mini";
import { mailAddress } from "../mail-address.ts";
import { userLimits } from "../users.ts";
import { atMost, uuid } from "./text.ts";

export const oneInboundMail = z.strictObject({ id: uuid });
export const addToTicketInput = z.strictObject({
  id: uuid,
  /** The ticket's number, as people type it. */
  number: z.int().check(z.minimum(1), z.maximum(999_999_999_999)),
});
export const sendStaffMailInput = z.strictObject({ id: uuid, as: z.enum(["reply", "note"]) });
export const blockSenderInput = z.strictObject({
  id: uuid,
  /** All addresses of the sender's domain. */
  wholeDomain: z._default(z.boolean(), false),
});
export const messageOfMail = z.strictObject({ messageId: uuid });
export const chooseImagesInput = z.strictObject({ messageId: uuid, always: z.boolean() });
export const heldOnInput = z.strictObject({ ticketId: uuid });
/** Of someone who is no user. */
export const oneAddress = z.strictObject({
  address: z.string().check(atMost(userLimits.email), z.toLowerCase(), z.regex(mailAddress)),
});
export const addressOfUser = z.strictObject({ userId: uuid });
