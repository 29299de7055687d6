import { Hono } from "hono";
import { can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import { auditFilter } from "../../shared/schemas/audit.ts";
import { streamLines } from "../exports/stream-lines.ts";
import type { Env } from "../http.ts";
import type { Services } from "../services.ts";
import { exportAudit } from "./export.ts";

export function auditRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/csv", async (c) => {
    const signedIn = c.get("signedIn");
    if (!signedIn) throw new AppError(c.get("deadCookie") ? "session_expired" : "not_signed_in");
    if (!can(signedIn.actor, "audit.read")) throw new AppError("forbidden");
    const { db, now } = services;
    const deps = {
      ...{ db, actor: signedIn.actor, now: now() },
      ...{ requestId: c.get("requestId"), network: c.get("network") },
    };
    const lines = await exportAudit(deps, auditFilter.parse(c.req.query()));
    const day = now().toISOString().slice(0, 10);
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="audit-log-${day}.csv"`);
    return c.body(streamLines(lines));
  });
  return routes;
}
