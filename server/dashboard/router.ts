import {
  blockInput,
  breakdownInput,
  ratingCommentsInput,
  ratingsInput,
  todoInput,
  totalsInput,
} from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../access/actor.ts";
import { hiddenProcedureFor, router } from "../rpc/trpc.ts";
import type { Services } from "../services.ts";
import { readAgents } from "./agents.ts";
import { readBreakdown } from "./breakdown.ts";
import { readArrivals, readDays } from "./days.ts";
import { readRatingComments, readRatings } from "./ratings.ts";
import { readTodo } from "./todo.ts";
import { readTotals } from "./totals.ts";

const procedure = hiddenProcedureFor("dashboard.read");

/** A figure may be some seconds old. */
function delayed<Input, Figures>(read: (deps: ActorDeps, input: Input) => Promise<Figures>) {
  return ({ ctx, input }: { ctx: ActorDeps & { services: Services }; input: Input }) =>
    ctx.services.reads.run(ctx.db, (db) => read({ ...ctx, db }, input));
}

/** One procedure per block: each block loads, refreshes and is timed separately. */
export const dashboardRouter = router({
  totals: procedure.input(totalsInput).query(delayed(readTotals)),
  days: procedure.input(blockInput).query(delayed(readDays)),
  arrivals: procedure.input(blockInput).query(delayed(readArrivals)),
  breakdown: procedure.input(breakdownInput).query(delayed(readBreakdown)),
  agents: procedure.input(blockInput).query(delayed(readAgents)),
  ratings: procedure.input(ratingsInput).query(delayed(readRatings)),
  ratingComments: procedure.input(ratingCommentsInput).query(delayed(readRatingComments)),
  todo: procedure.input(todoInput).query(delayed(readTodo)),
});
