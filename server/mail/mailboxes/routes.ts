import { Hono } from "hono";
import { actorDeps, signedInOf } from "../../http/door.ts";
import type { Env } from "../../http/env.ts";
import type { Services } from "../../services.ts";
import { finishSignIn } from "./oauth-sign-in.ts";

/** Where a provider sends a Super Admin back after signing in for a mailbox. */
export function mailSignInRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/", async (c) => {
    const deps = actorDeps(c, services, "mailbox.write");
    const { sessionId } = signedInOf(c);
    const { encryption, guardedFetch } = services;
    const { state, code, error } = c.req.query();
    const signIn = { ...deps, sessionId, encryption, guardedFetch };
    return c.redirect(await finishSignIn(signIn, { state, code, error }));
  });
  return routes;
}
