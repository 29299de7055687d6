import * as z from "zod/mini";
import { listTicketsInput } from "./tickets.ts";

/** Where a ticket stands in the list that one came from. */
export const neighboursInput = z.extend(
  z.omit(listTicketsInput, { cursor: true, direction: true, limit: true }),
  { number: z.int().check(z.minimum(1)) },
);
export type NeighboursInput = z.infer<typeof neighboursInput>;
