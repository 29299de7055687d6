import * as z from "zod/mini";
import { jobLimits } from "../jobs.ts";
import { isInBulk } from "../tickets/fields.ts";
import { uuid } from "./text.ts";
import { partsOfPatch, ticketPatch } from "./ticket-acts.ts";
import { mergeAgreed } from "./ticket-merge.ts";

const bulkPatch = z
  .pick(ticketPatch, partsOfPatch(isInBulk))
  .check(z.refine((patch) => Object.keys(patch).length > 0, { error: "Choose what to change." }));

export const bulkInput = z.strictObject({
  requestId: uuid,
  act: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("patch"), patch: bulkPatch }),
    z.strictObject({ kind: z.literal("spam") }),
    z.strictObject({ kind: z.literal("not-spam") }),
    z.strictObject({ kind: z.literal("merge"), targetId: uuid, ...mergeAgreed }),
  ]),
  ids: z.array(uuid).check(z.minLength(1), z.maxLength(jobLimits.items)),
});
/** Concerns only the reader and is no action on the tickets. */
export const readMarksInput = z.strictObject({
  ids: z.array(uuid).check(z.minLength(1), z.maxLength(jobLimits.items)),
  unread: z.boolean(),
});

export type BulkInput = z.infer<typeof bulkInput>;
