import * as z from "zod/mini";
import { uuid } from "../../shared/schemas/text.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { findStartedJob, getJob, listJobs } from "./queries.ts";
import { cancelJob } from "./undo-job.ts";

const staff = procedureFor("ticket.bulk");
const byId = z.strictObject({ id: uuid });

export const jobsRouter = router({
  list: staff.query(({ ctx }) => listJobs(ctx)),
  get: staff.input(byId).query(({ ctx, input }) => getJob(ctx, input.id)),
  findStarted: staff
    .input(z.strictObject({ requestId: uuid }))
    .query(({ ctx, input }) => findStartedJob(ctx, input.requestId)),
  cancel: staff.input(byId).mutation(({ ctx, input }) => cancelJob(ctx, input.id)),
});
