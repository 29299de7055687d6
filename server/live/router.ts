import { AppError } from "../../shared/errors.ts";
import type { LiveMessage } from "../../shared/live.ts";
import { leaveInput, presenceInput, ticketIdInput } from "../../shared/schemas/presence.ts";
import { procedureFor, router, signedInProcedure } from "../rpc/trpc.ts";
import { leave, listPresent, look } from "./presence.ts";

export const liveRouter = router({
  // No ids and no cursor: missed data is reloaded. app.ts answers signed-in browsers with its own
  // stream. This is the contract, and the refusal for everyone else.
  events: signedInProcedure.subscription((): AsyncIterable<LiveMessage> => {
    throw new AppError("not_found");
  }),
});

/** A customer never learns who views their ticket. */
const staffProcedure = procedureFor("ticket.staffFields");

export const presenceRouter = router({
  look: staffProcedure.input(presenceInput).mutation(({ ctx, input }) => look(ctx, input)),
  leave: staffProcedure.input(leaveInput).mutation(({ ctx, input }) => leave(ctx, input)),
  lookers: staffProcedure
    .input(ticketIdInput)
    .query(({ ctx, input }) => listPresent(ctx, input.ticketId)),
});
