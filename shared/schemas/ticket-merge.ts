import * as z from "zod/mini";
import { ticketLimits } from "../tickets/vocabulary.ts";
import { line, uuid } from "./text.ts";

/** The people who gain access, as the dialog showed them. */
export const mergeAgreed = {
  agreedIds: z.optional(z.array(uuid).check(z.maxLength(ticketLimits.merged + 1))),
  /** Sent by pages of an earlier release; has no effect. */
  confirmed: z.optional(z.boolean()),
};

export const mergeInput = z.strictObject({
  requestId: uuid,
  sourceId: uuid,
  targetId: uuid,
  ...mergeAgreed,
});

export const previewMergeInput = z.strictObject({
  targetId: uuid,
  sourceIds: z.array(uuid).check(z.minLength(1), z.maxLength(ticketLimits.merged)),
});
export type PreviewMergeInput = z.infer<typeof previewMergeInput>;

export const unmergeInput = z.strictObject({ requestId: uuid, sourceId: uuid });

export const splitInput = z.strictObject({
  requestId: uuid,
  id: uuid,
  messageIds: z.array(uuid).check(z.minLength(1), z.maxLength(200)),
  subject: line(ticketLimits.subject),
});

export const spamInput = z.strictObject({ requestId: uuid, id: uuid, spam: z.boolean() });
