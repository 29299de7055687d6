import { leaveInput, lookInput, ticketIdInput } from "../../shared/schemas/presence.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { leave, listLookers, look } from "./commands.ts";

/** A customer never learns who looks at their ticket. */
const staffProcedure = procedureFor("ticket.staffFields");

export const presenceRouter = router({
  look: staffProcedure.input(lookInput).mutation(({ ctx, input }) => look(ctx, input)),
  leave: staffProcedure.input(leaveInput).mutation(({ ctx, input }) => leave(ctx, input)),
  lookers: staffProcedure
    .input(ticketIdInput)
    .query(({ ctx, input }) => listLookers(ctx, input.ticketId)),
});
