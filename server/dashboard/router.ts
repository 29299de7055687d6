import {
  blockInput,
  breakdownInput,
  ratingCommentsInput,
  ratingsInput,
  todoInput,
  totalsInput,
} from "../../shared/schemas/dashboard.ts";
import { hiddenProcedureFor, router } from "../rpc/trpc.ts";
import { readAgents } from "./agents.ts";
import { readBreakdown } from "./breakdown.ts";
import { readArrivals, readDays } from "./days.ts";
import { readRatingComments, readRatings } from "./ratings.ts";
import { readTodo } from "./todo.ts";
import { readTotals } from "./totals.ts";

const procedure = hiddenProcedureFor("dashboard.read");

/** One procedure per block: each block loads, refreshes and is timed separately. */
export const dashboardRouter = router({
  totals: procedure.input(totalsInput).query(({ ctx, input }) => readTotals(ctx, input)),
  days: procedure.input(blockInput).query(({ ctx, input }) => readDays(ctx, input)),
  arrivals: procedure.input(blockInput).query(({ ctx, input }) => readArrivals(ctx, input)),
  breakdown: procedure.input(breakdownInput).query(({ ctx, input }) => readBreakdown(ctx, input)),
  agents: procedure.input(blockInput).query(({ ctx, input }) => readAgents(ctx, input)),
  ratings: procedure.input(ratingsInput).query(({ ctx, input }) => readRatings(ctx, input)),
  ratingComments: procedure
    .input(ratingCommentsInput)
    .query(({ ctx, input }) => readRatingComments(ctx, input)),
  todo: procedure.input(todoInput).query(({ ctx, input }) => readTodo(ctx, input)),
});
