import { dashboardInput } from "../../shared/schemas/dashboard.ts";
import { hiddenProcedureFor, router } from "../trpc.ts";
import { dashboardFigures } from "./queries.ts";

export const dashboardRouter = router({
  figures: hiddenProcedureFor("dashboard.read")
    .input(dashboardInput)
    .query(({ ctx, input }) => dashboardFigures(ctx, input)),
});
