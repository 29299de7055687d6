import { Hono } from "hono";
import { can } from "../../shared/access.ts";
import { type DashboardBlock, dashboardBlocks } from "../../shared/dashboard.ts";
import { AppError } from "../../shared/errors.ts";
import { dashboardCsvQuery } from "../../shared/schemas/dashboard.ts";
import type { Env } from "../http.ts";
import type { Services } from "../services.ts";
import { exportBlock } from "./export.ts";

/** What the page shows, as files. To a Customer there is no dashboard, and so none of these. */
export function dashboardRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/csv/:block", async (c) => {
    const signedIn = c.get("signedIn");
    if (!signedIn) throw new AppError(c.get("deadCookie") ? "session_expired" : "not_signed_in");
    const block = blockNamed(c.req.param("block"));
    if (!can(signedIn.actor, "dashboard.read") || !block) throw new AppError("not_found");
    const deps = {
      ...{ db: services.db, actor: signedIn.actor, now: services.now() },
      ...{ requestId: c.get("requestId"), network: c.get("network") },
    };
    const { name, text } = await exportBlock(deps, block, dashboardCsvQuery.parse(c.req.query()));
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="${name}.csv"`);
    return c.body(text);
  });
  return routes;
}

function blockNamed(name: string): DashboardBlock | undefined {
  return dashboardBlocks.find((block) => block === name);
}
