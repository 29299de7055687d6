import * as z from "zod/mini";
import { periods } from "../dashboard.ts";
import { timeZone } from "./users.ts";

export const dashboardInput = z.strictObject({
  period: z._default(z.enum(periods), "30d"),
  timeZone,
});
export type DashboardInput = z.infer<typeof dashboardInput>;
