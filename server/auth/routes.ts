import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { AppError } from "../../shared/errors.ts";
import {
  changePasswordInput,
  createUserInput,
  loginInput,
  requestResetInput,
  userPatch,
} from "../../shared/schemas/users.ts";
import { isHttps } from "../config.ts";
import { actorDeps, signedInOf } from "../http/door.ts";
import type { Env, Http } from "../http/env.ts";
import { readJson, readRequestKey, readUuid } from "../http/read-request.ts";
import type { Services } from "../services.ts";
import { createUser } from "../users/create-user.ts";
import { deleteUser } from "../users/delete-user.ts";
import { listUsersById } from "../users/queries.ts";
import { readLoadAllUsers } from "../users/read-load-all.ts";
import { resetByAdmin } from "../users/reset-by-admin.ts";
import { updateUser } from "../users/update-user.ts";
import { changePassword } from "../account/change-password.ts";
import type { SignedInDeps, VisitorDeps } from "../account/deps.ts";
import { knownBrowserCookie } from "./known-browser.ts";
import { requestReset } from "../account/request-reset.ts";
import { signIn, toViewer } from "../account/sign-in.ts";
import { signOut } from "../account/sign-out.ts";
import { tokenHash } from "./tokens.ts";
import { setAntiForgery } from "../http/visitor.ts";

/** The specification's ten calls. Each reads its input and calls the command; tRPC calls the same. */
export function authRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get("/user", (c) => {
    const { signedIn } = signedInDeps(c, services);
    return c.json({ success: true, user: toViewer(signedIn.viewer) });
  });

  routes.post("/login", async (c) => {
    const input = await readJson(c, loginInput);
    const token = getCookie(c, services.sessions.cookieName);
    const { session, knownCookie, user } = await signIn(visitorDeps(c, services), input, {
      userAgent: c.req.header("User-Agent") ?? "",
      knownCookie: getCookie(c, knownBrowserCookie),
      previousSessionId: token ? tokenHash(token) : null,
    });
    c.header("Set-Cookie", services.sessions.cookie(session.token), { append: true });
    c.header("Set-Cookie", knownCookieHeader(knownCookie, services), { append: true });
    setAntiForgery(c, services, session.sessionId);
    return c.json({ success: true, user });
  });

  // A GET, as the specification has it: what another site embeds or links must not sign out.
  routes.get("/logout", async (c) => {
    const from = c.req.header("Sec-Fetch-Site");
    if (from !== undefined && from !== "same-origin" && from !== "none") {
      throw new AppError("foreign_origin");
    }
    if (c.get("signedIn")) await signOut(signedInDeps(c, services));
    c.header("Set-Cookie", services.sessions.blankCookie(), { append: true });
    setAntiForgery(c, services, "anon");
    return c.json({ success: true });
  });

  routes.post("/change-password", async (c) => {
    const deps = signedInDeps(c, services);
    const answer = await changePassword(deps, await readJson(c, changePasswordInput));
    c.header("Set-Cookie", services.sessions.blankCookie(), { append: true });
    return c.json({ success: true, ...answer });
  });

  routes.post("/password-reset", async (c) => {
    const input = await readJson(c, requestResetInput);
    return c.json({ success: true, ...(await requestReset(visitorDeps(c, services), input)) });
  });

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
    const { user } = await updateUser(deps, id, await readJson(c, userPatch));
    return c.json({ success: true, user });
  });

  routes.delete("/delete/:id", async (c) => {
    const deps = actorDeps(c, services, "user.write");
    return c.json({ success: true, ...(await deleteUser(deps, readUuid(c.req.param("id")))) });
  });

  routes.post("/reset/password/by/admin", async (c) => {
    const deps = actorDeps(c, services, "user.write");
    const answer = await resetByAdmin(deps, await readJson(c, requestResetInput));
    return c.json({ success: true, ...answer });
  });

  return routes;
}

function visitorDeps(c: Http, services: Services): VisitorDeps {
  return {
    services,
    now: services.now(),
    requestId: c.get("requestId"),
    network: c.get("network"),
  };
}

function signedInDeps(c: Http, services: Services): SignedInDeps {
  const signedIn = signedInOf(c);
  return { ...actorDeps(c, services), ...visitorDeps(c, services), signedIn };
}

function knownCookieHeader(value: string, { config }: Services): string {
  const secure = isHttps(config) ? "; Secure" : "";
  const year = 365 * 24 * 60 * 60;
  return `${knownBrowserCookie}=${value}; Path=/node/auth; Max-Age=${year}; HttpOnly; SameSite=Lax${secure}`;
}
