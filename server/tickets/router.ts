import { countTicketsInput, listTicketsInput } from "../../shared/schemas/tickets.ts";
import { router, signedInProcedure } from "../trpc.ts";
import { countTickets, countViews, listTickets } from "./queries.ts";

export const ticketsRouter = router({
  list: signedInProcedure
    .input(listTicketsInput)
    .query(({ ctx, input }) => listTickets(ctx, input)),
  count: signedInProcedure
    .input(countTicketsInput)
    .query(({ ctx, input }) => countTickets(ctx, input)),
  viewCounts: signedInProcedure.query(({ ctx }) => countViews(ctx)),
});
