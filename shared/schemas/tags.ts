import * as z from "zod/mini";
import { pageLimit } from "../paging.ts";
import { normalizeTag } from "../tags.ts";
import { ticketLimits } from "../tickets/vocabulary.ts";
import { line, pageDirection, storable, uuid } from "./text.ts";

/** Stored in lower case, which may be longer. */
export const tagName = line(ticketLimits.tag).check(
  z.refine((name) => [...normalizeTag(name)].length <= ticketLimits.tag, {
    error: `A tag has at most ${ticketLimits.tag} characters.`,
  }),
);

export const listTagsInput = z.strictObject({
  search: z.optional(z.string().check(z.maxLength(100), storable)),
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});
export const createTagInput = z.strictObject({ name: tagName });
export const renameTagInput = z.strictObject({
  id: uuid,
  name: tagName,
  base: z.string(),
});
export const mergeTagsInput = z.strictObject({ id: uuid, into: uuid });
export const oneTagInput = z.strictObject({ id: uuid });

export type ListTagsInput = z.infer<typeof listTagsInput>;
export type CreateTagInput = z.infer<typeof createTagInput>;
export type RenameTagInput = z.infer<typeof renameTagInput>;
export type MergeTagsInput = z.infer<typeof mergeTagsInput>;
