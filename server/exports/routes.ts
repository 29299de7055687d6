import { Hono } from "hono";
import type { Capability } from "../../shared/access.ts";
import {
  exportCompaniesQuery,
  exportTicketsQuery,
  exportUsersQuery,
} from "../../shared/schemas/exports.ts";
import type { ActorDeps } from "../access/actor.ts";
import { actorDeps } from "../http/door.ts";
import type { Env, Http } from "../http/env.ts";
import { logRefusal } from "../http/log-refusal.ts";
import type { Services } from "../services.ts";
import { exportCompanies } from "./companies.ts";
import { streamLines } from "./stream-lines.ts";
import { exportTickets } from "./tickets.ts";
import { exportUsers } from "./users.ts";

/** Lists as CSV files, exactly as shown on screen. */
export function exportRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/users", (c) =>
    answer(c, services, { name: "users", capability: "user.read" }, (deps) =>
      exportUsers(deps, exportUsersQuery.parse(c.req.query())),
    ),
  );
  routes.get("/companies", (c) =>
    answer(c, services, { name: "companies", capability: "company.read" }, (deps) =>
      exportCompanies(deps, exportCompaniesQuery.parse(c.req.query())),
    ),
  );
  routes.get("/tickets", (c) =>
    answer(c, services, { name: "tickets", capability: "ticket.bulk" }, (deps) =>
      exportTickets(deps, exportTicketsQuery.parse(c.req.query())),
    ),
  );
  return routes;
}

async function answer(
  c: Http,
  services: Services,
  { name, capability }: { name: string; capability: Capability },
  open: (deps: ActorDeps) => Promise<AsyncGenerator<string>>,
): Promise<Response> {
  const deps = actorDeps(c, services, capability);
  const lines = await open(deps);
  const day = deps.now.toISOString().slice(0, 10);
  c.header("Content-Type", "text/csv; charset=utf-8");
  c.header("Content-Disposition", `attachment; filename="${name}-${day}.csv"`);
  return c.body(streamLines(lines, (error) => logRefusal(c, services, error, c.req.path)));
}
