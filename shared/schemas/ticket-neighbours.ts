import * as z from "zod/mini";
import { listTicketsInput } from "./tickets.ts";

/** The ticket's position in the list from which it was opened. */
export const neighboursInput = z.extend(
  z.omit(listTicketsInput, { cursor: true, direction: true, limit: true }),
  { number: z.int().check(z.minimum(1)) },
);
export type NeighboursInput = z.infer<typeof neighboursInput>;
