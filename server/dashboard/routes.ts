import { Hono } from "hono";
import { can } from "../../shared/access.ts";
import { type DashboardBlock, dashboardBlocks } from "../../shared/dashboard/figures.ts";
import { AppError } from "../../shared/errors.ts";
import { dashboardCsvQuery } from "../../shared/schemas/dashboard.ts";
import { actorDeps } from "../http/door.ts";
import type { Env } from "../http/env.ts";
import type { Services } from "../services.ts";
import { exportBlock } from "./csv.ts";

/** The blocks of the page as CSV files. For a Customer they do not exist. */
export function dashboardRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/csv/:block", async (c) => {
    const deps = actorDeps(c, services);
    const block = blockNamed(c.req.param("block"));
    if (!can(deps.actor, "dashboard.read") || !block) throw new AppError("not_found");
    const { name, text } = await exportBlock(
      { ...deps, reads: services.reads },
      block,
      dashboardCsvQuery.parse(c.req.query()),
    );
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="${name}.csv"`);
    return c.body(text);
  });
  return routes;
}

function blockNamed(name: string): DashboardBlock | undefined {
  return dashboardBlocks.find((block) => block === name);
}
