import { Hono } from "hono";
import * as z from "zod/mini";
import { createUserInput, requestResetInput, userPatch } from "../../shared/schemas/users.ts";
import { cancelAddressChange } from "../auth/address-change.ts";
import { actorDeps } from "../http/door.ts";
import type { Env } from "../http/env.ts";
import { readJson, readRequestKey, readUuid } from "../http/read-request.ts";
import type { Services } from "../services.ts";
import { createUser } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";
import { resetByAdmin } from "./links.ts";
import { listUsersById } from "./queries.ts";
import { updateUser } from "./update-user.ts";

/** The specification's REST calls for users. tRPC calls the same commands. */
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
    return c.json({ success: true, user, addressChange });
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
    const answer = await resetByAdmin(
      deps,
      await readJson(c, requestResetInput),
      services.desk.mail,
    );
    return c.json({ success: true, ...answer });
  });

  return routes;
}

const loadAllUsersQuery = z.strictObject({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1000),
  cursor: z.optional(z.string().check(z.maxLength(500))),
});

/** The query parameters of `GET /node/auth/load/all/users`. */
function readLoadAllUsers(query: Record<string, string>): {
  limit: number;
  cursor: string | null;
} {
  const { limit, cursor } = loadAllUsersQuery.parse(query);
  return { limit, cursor: cursor ?? null };
}
