import * as z from "zod/mini";
import { pageLimit } from "../paging.ts";
import { queryLimits } from "../search/query.ts";
import { ticketSorts, ticketViews } from "../tickets/vocabulary.ts";
import { pageDirection, storable, uuid } from "./text.ts";
import { timeZone } from "./time-zone.ts";

export const queryText = z.string().check(z.maxLength(queryLimits.text), storable);

export const listTicketsInput = z.strictObject({
  view: z._default(z.enum(ticketViews), "all"),
  q: z.optional(queryText),
  timeZone: z.optional(timeZone),
  sort: z._default(z.enum(ticketSorts), "updated"),
  descending: z._default(z.boolean(), true),
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});
export type ListTicketsInput = z.infer<typeof listTicketsInput>;

export const countTicketsInput = z.pick(listTicketsInput, { view: true, q: true, timeZone: true });
export type CountTicketsInput = z.infer<typeof countTicketsInput>;

export const ticketIdsInput = z.pick(listTicketsInput, {
  view: true,
  q: true,
  timeZone: true,
  sort: true,
  descending: true,
});
export type TicketIdsInput = z.infer<typeof ticketIdsInput>;

export const completeInput = z.strictObject({
  q: queryText,
  at: z.int().check(z.minimum(0), z.maximum(queryLimits.text)),
});
export type CompleteInput = z.infer<typeof completeInput>;

export const redactMessageInput = z.strictObject({ messageId: uuid });
/** The event of the change that contains the subject. */
export const redactSubjectInput = z.strictObject({ eventId: uuid });
export const redactFileInput = z.strictObject({ fileId: uuid });

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

/** The next and previous ticket in the list that the person came from. */
export const neighboursInput = z.extend(
  z.omit(listTicketsInput, { cursor: true, direction: true, limit: true }),
  { number: z.int().check(z.minimum(1)) },
);
export type NeighboursInput = z.infer<typeof neighboursInput>;
