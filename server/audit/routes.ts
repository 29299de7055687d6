import { Hono } from "hono";
import { auditFilter } from "../../shared/schemas/audit.ts";
import { streamLines } from "../exports/stream-lines.ts";
import { actorDeps } from "../http/door.ts";
import type { Env } from "../http/env.ts";
import { logRefusal } from "../http/log-refusal.ts";
import type { Services } from "../services.ts";
import { exportAudit } from "./queries.ts";

export function auditRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/csv", async (c) => {
    const deps = actorDeps(c, services, "audit.read");
    const lines = await exportAudit(
      { ...deps, reads: services.reads },
      auditFilter.parse(c.req.query()),
    );
    const day = deps.now.toISOString().slice(0, 10);
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="audit-log-${day}.csv"`);
    return c.body(streamLines(lines, (error) => logRefusal(c, services, error, c.req.path)));
  });
  return routes;
}
