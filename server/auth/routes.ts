import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { AppError } from "../../shared/errors.ts";
import { changePasswordInput, loginInput, requestResetInput } from "../../shared/schemas/users.ts";
import { isHttps } from "../config.ts";
import { actorDeps, signedInOf } from "../http/door.ts";
import type { Env, Http } from "../http/env.ts";
import { readJson } from "../http/read-request.ts";
import { forgetSession, setAntiForgery } from "../http/visitor.ts";
import type { Services } from "../services.ts";
import { changePassword } from "./change-password.ts";
import type { SignedInDeps, VisitorDeps } from "./deps.ts";
import { knownBrowserCookie } from "./known-browser.ts";
import { requestReset } from "./password-reset.ts";
import { signIn, signOut, toViewer } from "./sign-in.ts";
import { tokenHash } from "./tokens.ts";

/** The specification's calls for sign-in, sign-out and password change. tRPC calls the same commands. */
export function accountRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get("/user", (c) => {
    return c.json({ success: true, user: toViewer(signedInOf(c).viewer) });
  });

  routes.post("/login", async (c) => {
    const input = await readJson(c, loginInput);
    const token = getCookie(c, services.sessions.cookieName);
    const { session, knownCookie, user } = await signIn(visitorDeps(c, services), input, {
      userAgent: c.req.header("User-Agent") ?? "",
      knownCookie: getCookie(c, knownBrowserCookie(isHttps(services.config))),
      previousSessionId: token ? tokenHash(token) : null,
    });
    c.header("Set-Cookie", services.sessions.cookie(session.token), { append: true });
    c.header("Set-Cookie", knownCookieHeader(knownCookie, services), { append: true });
    setAntiForgery(c, services, session.sessionId);
    return c.json({ success: true, user });
  });

  // A GET, as the specification says. A link or image on another site must not sign anyone out.
  routes.get("/logout", async (c) => {
    const from = c.req.header("Sec-Fetch-Site");
    if (from !== undefined && from !== "same-origin" && from !== "none") {
      throw new AppError("foreign_origin");
    }
    if (c.get("signedIn")) await signOut(signedInDeps(c, services));
    forgetSession(c, services);
    return c.json({ success: true });
  });

  routes.post("/change-password", async (c) => {
    const deps = signedInDeps(c, services);
    const answer = await changePassword(deps, await readJson(c, changePasswordInput));
    forgetSession(c, services);
    return c.json({ success: true, ...answer });
  });

  routes.post("/password-reset", async (c) => {
    const input = await readJson(c, requestResetInput);
    return c.json({ success: true, ...(await requestReset(visitorDeps(c, services), input)) });
  });

  return routes;
}

function visitorDeps(c: Http, services: Services): VisitorDeps {
  return {
    services,
    now: services.now(),
    requestId: c.get("requestId"),
    ipAddress: c.get("ipAddress"),
    network: c.get("network"),
  };
}

function signedInDeps(c: Http, services: Services): SignedInDeps {
  const { credential, sessionId, viewer } = signedInOf(c);
  return {
    ...actorDeps(c, services),
    ...visitorDeps(c, services),
    credential,
    sessionId,
    viewer,
  };
}

function knownCookieHeader(value: string, { config }: Services): string {
  const https = isHttps(config);
  const year = 365 * 24 * 60 * 60;
  return `${knownBrowserCookie(https)}=${value}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;
}
