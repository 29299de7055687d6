import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { Hono } from "hono";
import type { MiddlewareHandler } from "hono/types";
import type { DeskTheme } from "../../shared/desk.ts";
import { AppError } from "../../shared/errors.ts";
import { linkHeader } from "../../shared/tickets/one-ticket.ts";
import { apiRoutes } from "../api/routes.ts";
import { auditRoutes } from "../audit/routes.ts";
import { accountRoutes } from "../auth/routes.ts";
import { isHttps } from "../config.ts";
import { dashboardRoutes } from "../dashboard/routes.ts";
import { exportRoutes } from "../exports/routes.ts";
import { fileRoutes } from "../files/routes.ts";
import { importRoutes } from "../imports/routes.ts";
import { streamResponse } from "../live/stream-response.ts";
import { loopbackNames } from "../loopback.ts";
import { mailInRoutes, originalMailRoutes, remoteImageRoutes } from "../mail/inbound/routes.ts";
import { mailSignInRoutes } from "../mail/mailboxes/routes.ts";
import { countRequest, type RequestMeter } from "../metrics/request-meter.ts";
import { appRouter, publicProcedures } from "../rpc/router.ts";
import type { Context } from "../rpc/trpc.ts";
import type { Services } from "../services.ts";
import { deskRoutes } from "../settings/routes.ts";
import { traced } from "../tracing.ts";
import { userRoutes } from "../users/routes.ts";
import { version } from "../version.ts";
import { compressAnswer } from "../web/compress-answer.ts";
import { demoGuard } from "./demo-guard.ts";
import { linkDeps } from "./door.ts";
import { type Env, type Http, type RefusedCall, routeOf } from "./env.ts";
import { toRefusal } from "./errors.ts";
import { logRefusal } from "./log-refusal.ts";
import { requestIdOf, traceIdOf } from "./read-request.ts";
import { refuseForgery, visitor } from "./visitor.ts";
import { wholeBody } from "./whole-body.ts";

const bodyLimits = { bytes: bodyBytesOf, depth: 64, withinMs: 20_000 };
const maxBatchSize = 10;
const trpcPath = "/node/trpc/";
/** Files have limits of their own and are read by their routes. */
const streamed = /^\/node\/(files|imports|api\/v1\/attachments|one-ticket\/files|mail\/in)(\/|$)/;

/** Its address contains a secret. */
const oneTicketPage = /^\/t\/?$/;

interface AppOptions {
  services: Services;
  /** Answers every address that is not a call: the built client. */
  client: (request: Request, look: DeskTheme) => Response | Promise<Response>;
}

export function createApp({ services, client }: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, c) => refuse(c, services, error));

  app.use(async (c, next) => {
    const begin = performance.now();
    c.set("requestId", requestIdOf(c.req.header("X-Request-Id")));
    const parent = c.req.header("traceparent");
    await traced({ name: c.req.method, kind: "server", parent }, async (span) => {
      c.set("traceId", span.traceId ?? traceIdOf(parent));
      await next();
      secure(c, services);
      span.name = logRequest(c, services, performance.now() - begin);
      span.failed = c.res.status >= 500;
      span.attributes = {
        "http.request.method": c.req.method,
        "http.response.status_code": c.res.status,
      };
    });
  });
  app.use(async (c, next) => {
    // Bun joins several Host headers with commas, and takes the first for the URL.
    if (c.req.header("Host")?.includes(",")) {
      throw new AppError("invalid_input", { message: "The request names more than one host." });
    }
    await next();
  });
  app.use(demoGuard(services));
  app.get("/healthz", (c) => c.json({ alive: true, version }));
  app.get("/readyz", async (c) => {
    const problem = await services.health.check();
    if (problem) return c.json({ ready: false, ...problem }, 503);
    return c.json({ ready: true });
  });
  // Everything but the sign-in page needs a session.
  app.get("/robots.txt", (c) => c.text("User-agent: *\nDisallow: /\n"));
  app.get("/.well-known/change-password", (c) => c.redirect("/profile"));
  app.route("/node/desk", deskRoutes(services));

  app.use("/node/*", async (c, next) => {
    await next();
    const answer = await compressAnswer(c.req.header("Accept-Encoding") ?? "", c.res);
    // Assigning it again, or setting a header with `c.header`, would copy the response.
    if (answer === c.res) return;
    // Otherwise the previous response's headers would replace its own.
    c.res = undefined;
    c.res = answer;
  });
  // Runs only once the body has arrived: until then, the sender may have signed out or changed.
  app.use("/node/*", wholeBody(bodyLimits, { but: streamed }));
  // Before cookies are read: programs show a token, and nothing else counts.
  app.route("/node/api", apiRoutes(services));
  app.all("/node/api/*", (c) => {
    throw refusalOfAddress(app, c);
  });
  // Mail providers show the key of a mailbox.
  app.route("/node/mail/in", mailInRoutes(services));
  app.all("/node/mail/in/*", (c) => {
    throw refusalOfAddress(app, c);
  });
  app.use("/node/*", visitor(services), refuseForgery);
  // For a page whose first call changes something: the answer sets the anti-forgery cookie.
  app.get("/node/token", (c) => c.body(null, 204));
  app.route("/node/files", fileRoutes(services));
  app.route("/node/mail/original", originalMailRoutes(services));
  app.route("/node/mail/images", remoteImageRoutes(services));
  app.route("/node/mail/oauth", mailSignInRoutes(services));
  app.route(
    "/node/one-ticket/files",
    fileRoutes(services, (c) => linkDeps(c, services)),
  );
  app.route("/node/imports", importRoutes(services));
  app.use("/node/auth/*", wakeAfterChanges(services));
  app.route("/node/auth", accountRoutes(services));
  app.route("/node/auth", userRoutes(services));
  app.route("/node/audit", auditRoutes(services));
  app.route("/node/exports", exportRoutes(services));
  app.route("/node/dashboard", dashboardRoutes(services));
  app.use("/node/trpc/live.events", async (c, next) => {
    const signedIn = c.get("signedIn");
    if (!signedIn || c.req.method !== "GET" || c.env.isHead) return next();
    c.env.keepOpen?.();
    const { sessionId: id, actor } = signedIn;
    return streamResponse(services.live, { id, actor }, c.req.raw.signal);
  });
  app.all("/node/trpc/*", (c) => {
    // tRPC would answer 500 for a path that is not valid percent-encoding.
    if (!proceduresIn(c.req.path)) throw new AppError("not_found");
    return answerTrpc(c, services);
  });
  app.all("/node/*", (c) => {
    throw refusalOfAddress(app, c);
  });

  // Otherwise a wrong address of a call would answer with the page.
  const files = "/:file{[^/]+\\.(?:ico|png|txt|xml|webmanifest)}";
  for (const path of ["/api", "/api/*", "/node", "/.well-known/*", "/:file{.+\\.json}", files]) {
    app.all(path, () => {
      throw new AppError("not_found");
    });
  }
  app.get("*", async (c) => {
    const response = await client(c.req.raw, services.desk);
    return new Response(response.body, response);
  });
  app.notFound((c) => {
    c.header("Allow", "GET, HEAD");
    throw new AppError("method_not_allowed");
  });
  return app;
}

/** Calls that anyone can make without a session are short. */
function bodyBytesOf(path: string): number {
  const isPublic =
    path.startsWith("/node/auth/") ||
    proceduresIn(path)?.some((name) => publicProcedures.has(name));
  return isPublic ? 16 * 1024 : 1024 * 1024;
}

/** The procedures that a tRPC path names: one, or several of a batch. Null for any other path. */
function proceduresIn(path: string): string[] | null {
  if (!path.startsWith(trpcPath)) return null;
  try {
    return decodeURIComponent(path.slice(trpcPath.length)).split(",");
  } catch {
    return null;
  }
}

/** There is no call at this address, or only for another method. */
function refusalOfAddress(app: Hono<Env>, c: Http): AppError {
  const methods = methodsOf(app, c.req.path);
  if (methods.length === 0) return new AppError("not_found");
  c.header("Allow", methods.join(", "));
  return new AppError("method_not_allowed");
}

/** A sign-out is a GET. */
function wakeAfterChanges({ wakeup }: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next();
    if (c.req.method !== "GET" || c.req.path.endsWith("/logout")) wakeup.wake();
  };
}

async function answerTrpc(c: Http, services: Services): Promise<Response> {
  const answer = await fetchRequestHandler({
    endpoint: "/node/trpc",
    req: c.req.raw,
    router: appRouter,
    maxBatchSize,
    createContext: (): Context => ({
      services,
      db: services.db,
      now: services.now(),
      requestId: c.get("requestId"),
      ipAddress: c.get("ipAddress"),
      network: c.get("network"),
      signedIn: c.get("signedIn"),
      deadCookie: c.get("deadCookie"),
      linkToken: c.req.header(linkHeader),
    }),
    onError({ error, path }) {
      logRefusal(c, services, error, path ?? "");
      const refused = { procedure: path ?? "", status: toRefusal(error).status };
      c.set("refused", [...(c.get("refused") ?? []), refused]);
    },
    responseMeta({ errors }) {
      const retryAfter = errors
        .map((error) => toRefusal(error).retryAfterSeconds)
        .find((seconds) => seconds !== undefined);
      return retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } };
    },
  });
  // tRPC's early errors would have no content type.
  if (!answer.headers.has("Content-Type")) answer.headers.set("Content-Type", "application/json");
  return answer;
}

/** The REST form of an error; an unexpected one is logged and its message hidden. */
function refuse(c: Http, services: Services, error: unknown): Response {
  const { code, message, status, unexpected: _, ...details } = toRefusal(error);
  const { fields, retryAfterSeconds } = details;
  logRefusal(c, services, error, c.req.path);
  const requestId = c.get("requestId");
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
  return c.json(
    {
      success: false,
      code,
      message,
      // Programs get what people see in a dialog, such as both values of a conflict.
      ...(c.req.path.startsWith("/node/api/") ? details : fields && { fields }),
      requestId,
    },
    status,
  );
}

function secure(c: Http, services: Services): void {
  const { path } = c.req;
  const { headers } = c.res;
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (!path.startsWith("/assets/")) headers.set("X-Request-Id", c.get("requestId"));
  if (path.startsWith("/node/") && !headers.has("Cache-Control")) {
    headers.set("Cache-Control", "no-store");
  }
  const { hsts } = services.config;
  if (hsts && isHttps(services.config)) headers.set("Strict-Transport-Security", hsts);
  if (path.startsWith("/assets/")) return;
  // A page has its own policy; any other response loads nothing and cannot be framed.
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
  // The following headers are for what a browser opens as a page.
  if (path.startsWith("/node/trpc/")) return;
  headers.set("X-Frame-Options", "DENY");
  headers.set("Referrer-Policy", oneTicketPage.test(path) ? "no-referrer" : "same-origin");
  // Browsers ignore this header over plain http and log a warning for every page.
  if (isHttps(services.config) || isLocalName(c)) {
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
  }
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
}

function isLocalName(c: Http): boolean {
  const host = c.req.header("Host")?.replace(/:\d+$/, "") ?? "";
  return loopbackNames.has(host.toLowerCase());
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The methods of the call at this address; none if there is no call. */
export function methodsOf({ router }: Hono<Env>, path: string): string[] {
  const taken = methods.filter((method) =>
    router
      .match(method, path)[0]
      // Middleware accepts every method, and pages are not calls.
      .some(([[, route]]) => route.method === method && route.path.startsWith("/node/")),
  );
  return taken.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** Counts a request and logs its procedures or route, never its content. Returns those. */
function logRequest(c: Http, services: Services, ms: number): string {
  const { requests, log, logsRequests } = services;
  const { status } = c.res;
  const { path } = c.req;
  const calls = path.startsWith(trpcPath) ? path.slice(trpcPath.length) : null;
  const route =
    calls === null
      ? countRoute(c, requests, status, ms / 1000)
      : countCalls(calls, requests, { status, refused: c.get("refused"), seconds: ms / 1000 });
  if (!logsRequests) return route;
  const isProbe = path === "/healthz" || path === "/readyz";
  log[isProbe ? "debug" : "info"]("request", {
    requestId: c.get("requestId"),
    traceId: c.get("traceId"),
    method: c.env.isHead ? "HEAD" : c.req.method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    userId: c.get("signedIn")?.actor.id,
  });
  return route;
}

function countRoute(c: Http, requests: RequestMeter, status: number, seconds: number): string {
  const meter = requests.route(routeOf(c));
  countRequest(meter, status, seconds);
  return meter.route;
}

interface Answered {
  status: number;
  refused: RefusedCall[] | undefined;
  seconds: number;
}

/** Each call of a batch has its own status; its duration is that of the batch. */
function countCalls(calls: string, requests: RequestMeter, answered: Answered): string {
  const { status, refused, seconds } = answered;
  if (!calls.includes(",")) {
    const meter = requests.procedure(calls);
    countRequest(meter, status, seconds);
    return meter.route;
  }
  const left = [...(refused ?? [])];
  const names: string[] = [];
  for (const name of calls.split(",", mostCounted)) {
    const meter = requests.procedure(name);
    const at = left.findIndex(({ procedure }) => procedure === name);
    const [own] = at < 0 ? [] : left.splice(at, 1);
    countRequest(meter, own?.status ?? (status === 207 ? 200 : status), seconds);
    names.push(meter.route);
  }
  return names.join(",");
}

/** The maximum of a batch; a longer one is refused as a whole. */
const mostCounted = 10;
