import { isIPv4, isIPv6 } from "node:net";
import { getCookie } from "hono/cookie";
import type { MiddlewareHandler } from "hono/types";
import { AppError } from "../../shared/errors.ts";
import { anonymous } from "../auth/anti-forgery.ts";
import { tokenHash } from "../auth/tokens.ts";
import { isHttps } from "../config.ts";
import { loopbackNames } from "../loopback.ts";
import type { Services } from "../services.ts";
import type { Env, Http } from "./env.ts";

const antiForgeryCookie = "XSRF-TOKEN";
const antiForgeryHeader = "X-XSRF-TOKEN";

/**
 * Reads the session behind the cookie, refuses requests from other sites and sets the cookies of the answer. Runs
 * before tRPC and before every route under /node.
 */
export function visitor(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { sessions, antiForgery } = services;
    const token = getCookie(c, sessions.cookieName);
    const boundTo = token ? tokenHash(token) : anonymous;
    const presented = getCookie(c, antiForgeryCookie);
    setOrigin(c, services);

    const refused = refusalOfForeign(c, services);
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

/** The address of the request, as far as it can be trusted. */
export function setOrigin(c: Http, services: Services): void {
  const { ipAddress, network } = originOf(addressOf(c, services));
  c.set("ipAddress", ipAddress);
  c.set("network", network);
}

/**
 * Only these calls delete an expired cookie. A cookie is deleted by name: a late answer to any other call, asked before
 * the browser signed in again, would delete the new cookie.
 */
const asksWhoIsSignedIn = /^\/node\/(?:auth\/user|trpc\/(?:[^/]*,)?session\.current(?:,[^/]*)?)$/;

/** Runs after `visitor`, so that a refusal sets the cookies too. */
export const refuseForgery: MiddlewareHandler<Env> = async (c, next) => {
  const refusal = c.get("refusal");
  if (refusal) throw refusal;
  await next();
};

/** If a route set these cookies itself, they stay. */
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
 * Deletes the cookies. The session's comes last: curl before 8 keeps a cookie that was deleted before another was set,
 * and a script that signs in again would be refused as a forgery.
 */
export function forgetSession(c: Http, services: Services): void {
  setAntiForgery(c, services, anonymous);
  c.header("Set-Cookie", services.sessions.blankCookie(), { append: true });
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** Browsers say where a request came from; scripts do not and are accepted. */
function refusalOfForeign(c: Http, services: Services): AppError | null {
  if (isSafe(c.req.method)) return null;
  if (c.req.header("Sec-Fetch-Site") === "cross-site") return new AppError("foreign_origin");
  const origin = c.req.header("Origin");
  if (origin === undefined || isOwnOrigin(origin, c, services)) return null;
  return new AppError("foreign_origin");
}

function isOwnOrigin(origin: string, c: Http, { config, desk }: Services): boolean {
  if (config.baseUrl) return origin === new URL(config.baseUrl).origin;
  if (desk.mail.baseUrl && origin === desk.mail.baseUrl) return true;
  const url = URL.parse(origin);
  if (url?.protocol !== "http:") return false;
  const port = URL.parse(`http://${c.req.header("Host") ?? ""}`)?.port;
  return loopbackNames.has(url.hostname) && url.port === port;
}

/** The address that the outermost trusted proxy saw. */
function addressOf(c: Http, services: Services): string {
  const { trustProxy } = services.config;
  if (trustProxy > 0) {
    const hops = (c.req.header("X-Forwarded-For") ?? "").split(",").map((hop) => hop.trim());
    const address = hops.at(-trustProxy);
    if (address) return address;
  } else {
    warnAboutProxy(c, services);
  }
  return c.env.address ?? "unknown";
}

const proxyHeaders = ["X-Forwarded-For", "Forwarded", "X-Real-IP"];
const hasWarned = new WeakSet<Services>();

/** Once. Otherwise all visitors share one sign-in limit without anyone knowing why. */
function warnAboutProxy(c: Http, services: Services): void {
  if (hasWarned.has(services) || !proxyHeaders.some((name) => c.req.header(name))) return;
  hasWarned.add(services);
  services.log.warn("proxy.not-trusted", { hint: "set TRUST_PROXY: all visitors share one limit" });
}

interface Origin {
  /** One IPv4 address, or the /64 of an IPv6 one, within which one visitor can change addresses freely. */
  ipAddress: string;
  /** The /24 around an IPv4 address; of IPv6 the same /64. */
  network: string;
}

export function originOf(address: string): Origin {
  const bare = withoutPort(address);
  if (isIPv4(bare)) return originOfV4(bare.split("."));
  if (!isIPv6(bare)) return { ipAddress: "unknown", network: "unknown" };
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  if (isMapped(groups)) return originOfV4([high >> 8, high & 255, low >> 8, low & 255]);
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  const network = `${prefix.join(":")}::/64`;
  return { ipAddress: network, network };
}

/** Some proxies add the port, which differs for each connection. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address);
  const dotted = /^([\d.]+):\d+$/.exec(address);
  const bare = bracketed?.[1] ?? dotted?.[1] ?? address;
  return bare.split("%")[0] ?? bare;
}

function originOfV4(bytes: readonly (string | number)[]): Origin {
  return { ipAddress: bytes.join("."), network: `${bytes.slice(0, 3).join(".")}.0/24` };
}

/** All eight groups, even if the address is abbreviated. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** An IPv4 address in IPv6 notation: ::ffff:192.0.2.1, in any spelling. */
function isMapped(groups: readonly number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}
