import { Hono } from "hono";
import { createUserInput, requestResetInput, userPatch } from "../../shared/schemas/users.ts";
import { cancelAddressChange } from "../auth/address-change.ts";
import { actorDeps } from "../http/door.ts";
import type { Env } from "../http/env.ts";
import { readJson, readRequestKey, readUuid } from "../http/read-request.ts";
import type { Services } from "../services.ts";
import { createUser } from "./create/create-user.ts";
import { deleteUser } from "./delete-user.ts";
import { listUsersById } from "./queries.ts";
import { readLoadAllUsers } from "./read-load-all.ts";
import { updateUser } from "./update-user.ts";
import { resetByAdmin } from "./way-in/reset-by-admin.ts";

/** The specification's calls by which a Super Admin looks after users; tRPC calls the same. */
export function userRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();

  routes.post("/create", async (c) => {
    const deps = actorDeps(c, services, "user.write");
    const requestId = readRequestKey(c);
    const user = await createUser(deps, await readJson(c, createUserInput), requestId);
    return c.json({ success: true, user }, 201);
  });

  routes.get("/load/all/users", async (c) => {
    const deps = actorDeps(c, services, "user.read");
    const page = await listUsersById(deps.db, readLoadAllUsers(c.req.query()));
    return c.json({ success: true, ...page });
  });

  routes.put("/update/:id", async (c) => {
    const deps = actorDeps(c, services, "user.write");
    const id = readUuid(c.req.param("id"));
    const { user, addressChange } = await updateUser(deps, id, await readJson(c, userPatch));
    return c.json({ success: true, user, ...(addressChange && { addressChange }) });
  });

  routes.delete("/update/:id/email", async (c) => {
    const deps = actorDeps(c, services, "user.write");
    const cancelled = await cancelAddressChange(deps, readUuid(c.req.param("id")));
    return c.json({ success: true, ...cancelled });
  });

  routes.delete("/delete/:id", async (c) => {
    const deps = actorDeps(c, services, "user.write");
    const deleted = await deleteUser(deps, readUuid(c.req.param("id")), readRequestKey(c));
    return c.json({ success: true, ...deleted });
  });

  routes.post("/reset/password/by/admin", async (c) => {
    const deps = actorDeps(c, services, "user.write");
    const answer = await resetByAdmin(deps, await readJson(c, requestResetInput), services.config);
    return c.json({ success: true, ...answer });
  });

  return routes;
}
