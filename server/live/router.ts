import { AppError } from "../../shared/errors.ts";
import type { LiveMessage } from "../../shared/live.ts";
import { router, signedInProcedure } from "../rpc/trpc.ts";

export const liveRouter = router({
  // No ids and no cursor: what was missed is fetched again, never asked for by a number.
  // app.ts answers whoever is signed in by a stream of its own; this is its contract, and refuses the
  // others, and whoever spells its address so that they come here.
  events: signedInProcedure.subscription((): AsyncIterable<LiveMessage> => {
    throw new AppError("not_found");
  }),
});
