import * as z from "zod/mini";
import { pageLimit } from "../paging.ts";
import { ticketSorts, ticketViews } from "../tickets.ts";
import { pageDirection, storable } from "./text.ts";

export const listTicketsInput = z.strictObject({
  view: z._default(z.enum(ticketViews), "all"),
  search: z.optional(z.string().check(z.maxLength(500), storable)),
  sort: z._default(z.enum(ticketSorts), "updated"),
  descending: z._default(z.boolean(), true),
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});
export type ListTicketsInput = z.infer<typeof listTicketsInput>;

export const countTicketsInput = z.pick(listTicketsInput, { view: true, search: true });
export type CountTicketsInput = z.infer<typeof countTicketsInput>;
