import { Hono } from "hono";
import { type Capability, can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import {
  exportCompaniesQuery,
  exportTicketsQuery,
  exportUsersQuery,
} from "../../shared/schemas/exports.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import { recordAct } from "../events/record-act.ts";
import { actorDeps } from "../http/door.ts";
import type { Env, Http } from "../http/env.ts";
import { logRefusal } from "../http/log-refusal.ts";
import { readUuid } from "../http/read-request.ts";
import type { Services } from "../services.ts";
import { stillActing } from "../still-acting.ts";
import type { ExportDeps } from "./export-list.ts";
import { exportCompanies, exportUsers } from "./people.ts";
import { exportPersonData } from "./person-data.ts";
import { streamLines, streamPieces } from "./stream-lines.ts";
import { exportTickets } from "./tickets.ts";

/** Lists as CSV files, exactly as shown on screen. */
export function exportRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/users", (c) =>
    answer(c, services, { name: "users", capability: "user.read" }, (deps) =>
      exportUsers(deps, exportUsersQuery.parse(c.req.query())),
    ),
  );
  routes.get("/users/:id/data", async (c) => {
    const deps = actorDeps(c, services, "user.write");
    const { id, name, pieces } = await openPersonData(deps, services, readUuid(c.req.param("id")));
    const subject = { kind: "user", id } as const;
    const entry = { act: "user.data-exported", actorId: deps.actor.id, subject } as const;
    await transact(deps, (tx, deps) => recordAct(tx, entry, deps));
    c.header("Content-Type", "application/zip");
    c.header("Content-Disposition", `attachment; filename="${name}"`);
    return c.body(streamPieces(pieces, (error) => logRefusal(c, services, error, c.req.path)));
  });
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

async function openPersonData(deps: ActorDeps, { files }: Services, id: string) {
  const { db, now } = deps;
  const assertAllowed = async () => {
    const { actor } = await stillActing(deps);
    if (!can(actor, "user.write")) throw new AppError("forbidden");
  };
  const pieces = await exportPersonData({ db, files, now, assertAllowed }, id);
  return { id, name: `user-${id}-${now.toISOString().slice(0, 10)}.zip`, pieces };
}

async function answer(
  c: Http,
  services: Services,
  { name, capability }: { name: string; capability: Capability },
  open: (deps: ExportDeps) => Promise<AsyncGenerator<string>>,
): Promise<Response> {
  const deps = actorDeps(c, services, capability);
  const lines = await open({ ...deps, reads: services.reads });
  const day = deps.now.toISOString().slice(0, 10);
  c.header("Content-Type", "text/csv; charset=utf-8");
  c.header("Content-Disposition", `attachment; filename="${name}-${day}.csv"`);
  return c.body(streamLines(lines, (error) => logRefusal(c, services, error, c.req.path)));
}
