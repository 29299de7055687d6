import * as z from "zod/mini";
import { savedViewLimits } from "../saved-views.ts";
import { ticketSorts } from "../tickets/vocabulary.ts";
import { line, uuid } from "./text.ts";
import { queryText } from "./tickets.ts";
import { timeZone } from "./time-zone.ts";

const name = line(savedViewLimits.name);

export const saveViewInput = z.strictObject({
  name,
  q: queryText,
  timeZone: z._default(z.nullable(timeZone), null),
  sort: z._default(z.nullable(z.enum(ticketSorts)), null),
  descending: z._default(z.nullable(z.boolean()), null),
  shared: z._default(z.boolean(), false),
});
export type SaveViewInput = z.infer<typeof saveViewInput>;

/** The new query and order of a view; `base`: the previous ones, as seen by the client. */
export const changeViewInput = z.extend(z.omit(saveViewInput, { name: true, shared: true }), {
  id: uuid,
  base: z.optional(z.omit(saveViewInput, { name: true, shared: true })),
});
export type ChangeViewInput = z.infer<typeof changeViewInput>;

export const renameViewInput = z.strictObject({ id: uuid, name, base: z.optional(name) });
export type RenameViewInput = z.infer<typeof renameViewInput>;

export const shareViewInput = z.strictObject({ id: uuid, shared: z.boolean() });
export type ShareViewInput = z.infer<typeof shareViewInput>;

export const deleteViewInput = z.strictObject({ id: uuid });
export type DeleteViewInput = z.infer<typeof deleteViewInput>;
