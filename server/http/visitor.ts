import { getCookie } from "hono/cookie";
import type { MiddlewareHandler } from "hono/types";
import { AppError } from "../../shared/errors.ts";
import { anonymous } from "../auth/anti-forgery.ts";
import { originOf } from "../auth/network.ts";
import { tokenHash } from "../auth/tokens.ts";
import { type Config, isHttps } from "../config.ts";
import { loopbackNames } from "../loopback.ts";
import type { Services } from "../services.ts";
import type { Env, Http } from "./env.ts";

const antiForgeryCookie = "XSRF-TOKEN";
const antiForgeryHeader = "X-XSRF-TOKEN";

/**
 * Who is at the door: the session behind the cookie, refusal of what another site sent, and the
 * cookies of the answer. Runs before tRPC and before every route under /node.
 */
export function visitor(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { sessions, antiForgery, config } = services;
    const token = getCookie(c, sessions.cookieName);
    const boundTo = token ? tokenHash(token) : anonymous;
    const presented = getCookie(c, antiForgeryCookie);
    const { ipAddress, network } = originOf(addressOf(c, services));
    c.set("ipAddress", ipAddress);
    c.set("network", network);

    const refused = refusalOfForeign(c, config);
    const forged =
      !isSafe(c.req.method) &&
      !antiForgery.accepts(presented, c.req.header(antiForgeryHeader), boundTo);
    const signedIn = token && !refused && !forged ? await sessions.validate(token) : null;
    const deadCookie = Boolean(token) && !refused && !forged && signedIn === null;
    c.set("signedIn", signedIn);
    c.set("deadCookie", deadCookie);
    c.set("refusal", refused ?? (forged ? new AppError("forgery") : null));
    await next();
    if (signsInOrOut(c)) return;
    const forgets = deadCookie && asksWhoIsSignedIn.test(c.req.path);
    if (forgets) forgetSession(c, services);
    else if (!antiForgery.isValid(presented, boundTo)) setAntiForgery(c, services, boundTo);
  };
}

/**
 * These alone take a dead cookie away. A cookie is taken away by its name: an answer to whatever else was
 * asked before the browser signed in again, and comes after it, would take the new one.
 */
const asksWhoIsSignedIn = /^\/node\/(?:auth\/user|trpc\/(?:[^/]*,)?session\.current(?:,[^/]*)?)$/;

/** Stands behind `visitor`, so that a refusal carries its cookies too. */
export const refuseForgery: MiddlewareHandler<Env> = async (c, next) => {
  const refusal = c.get("refusal");
  if (refusal) throw refusal;
  await next();
};

/** A route that has set these cookies itself has the last word. */
function signsInOrOut(c: Http): boolean {
  return c.res.headers.getSetCookie().some((cookie) => cookie.startsWith(`${antiForgeryCookie}=`));
}

export function setAntiForgery(c: Http, services: Services, boundTo: string): void {
  const secure = isHttps(services.config) ? "; Secure" : "";
  const value = services.antiForgery.issue(boundTo);
  c.header("Set-Cookie", `${antiForgeryCookie}=${value}; Path=/; SameSite=Lax${secure}`, {
    append: true,
  });
}

/**
 * The cookies of nobody. The session's goes last: curl before 8 keeps in its jar what was taken away before
 * another was set, and a script that signs in anew would be refused for a forgery.
 */
export function forgetSession(c: Http, services: Services): void {
  setAntiForgery(c, services, anonymous);
  c.header("Set-Cookie", services.sessions.blankCookie(), { append: true });
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** A browser says where a request came from; a script says nothing and passes. */
function refusalOfForeign(c: Http, config: Config): AppError | null {
  if (isSafe(c.req.method)) return null;
  if (c.req.header("Sec-Fetch-Site") === "cross-site") return new AppError("foreign_origin");
  const origin = c.req.header("Origin");
  if (origin === undefined || isOwnOrigin(origin, c, config)) return null;
  return new AppError("foreign_origin");
}

function isOwnOrigin(origin: string, c: Http, config: Config): boolean {
  if (config.baseUrl) return origin === new URL(config.baseUrl).origin;
  const url = URL.parse(origin);
  if (url?.protocol !== "http:") return false;
  const port = URL.parse(`http://${c.req.header("Host") ?? ""}`)?.port;
  return loopbackNames.has(url.hostname) && url.port === port;
}

/** Behind so many proxies, the address that the outermost of them saw. */
function addressOf(c: Http, services: Services): string {
  const { trustProxy } = services.config;
  if (trustProxy > 0) {
    const hops = (c.req.header("X-Forwarded-For") ?? "").split(",").map((hop) => hop.trim());
    const address = hops.at(-trustProxy);
    if (address) return address;
  } else {
    tellOfProxy(c, services);
  }
  return c.env.address ?? "unknown";
}

const proxyHeaders = ["X-Forwarded-For", "Forwarded", "X-Real-IP"];
const hasTold = new WeakSet<Services>();

/** Once: all visitors then share one limit of sign-ins, and nobody would see why. */
function tellOfProxy(c: Http, services: Services): void {
  if (hasTold.has(services) || !proxyHeaders.some((name) => c.req.header(name))) return;
  hasTold.add(services);
  services.log.warn("proxy.not-trusted", { hint: "set TRUST_PROXY: all visitors share one limit" });
}
