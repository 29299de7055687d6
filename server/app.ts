import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError } from "../shared/errors.ts";
import { authRoutes } from "./auth/routes.ts";
import { isHttps, refuseForgery, visitor } from "./auth/visitor.ts";
import { isMigrated } from "./db/migrate.ts";
import { demoGuard } from "./demo-guard.ts";
import { toRefusal } from "./errors.ts";
import type { Env, Http } from "./http.ts";
import { appRouter } from "./router.ts";
import type { Services } from "./services.ts";
import type { Context } from "./trpc.ts";
import { compressAnswer } from "./web/compress-answer.ts";

const maxJsonBytes = 1024 * 1024;
const maxBatchSize = 10;

export interface AppOptions {
  services: Services;
  /** Answers every address that is not a call: the built client. */
  client: (request: Request) => Response | Promise<Response>;
}

export function createApp({ services, client }: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, c) => refuse(c, services, error));

  app.use(async (c, next) => {
    c.set("requestId", Bun.randomUUIDv7());
    await next();
    secure(c, services);
  });
  app.get("/healthz", (c) => c.json({ alive: true }));
  app.get("/readyz", async (c) => {
    const ready = await isMigrated(services.db).catch(() => false);
    return c.json({ ready }, ready ? 200 : 503);
  });
  app.use(demoGuard(services));

  app.use("/node/*", async (c, next) => {
    await next();
    c.res = await compressAnswer(c.req.header("Accept-Encoding") ?? "", c.res);
  });
  app.use("/node/*", visitor(services), refuseForgery);
  app.use(
    "/node/*",
    bodyLimit({
      maxSize: maxJsonBytes,
      onError: () => {
        throw new AppError("too_large");
      },
    }),
  );
  app.route("/node/auth", authRoutes(services));
  app.all("/node/trpc/*", (c) => answerTrpc(c, services));
  app.all("/node/*", () => {
    throw new AppError("not_found");
  });

  app.get("*", async (c) => {
    const response = await client(c.req.raw);
    return new Response(response.body, response);
  });
  app.notFound(() => {
    throw new AppError("method_not_allowed");
  });
  return app;
}

function answerTrpc(c: Http, services: Services): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/node/trpc",
    req: c.req.raw,
    router: appRouter,
    maxBatchSize,
    createContext: (): Context => ({
      services,
      db: services.db,
      now: services.now(),
      requestId: c.get("requestId"),
      network: c.get("network"),
      signedIn: c.get("signedIn"),
      deadCookie: c.get("deadCookie"),
    }),
    onError({ error, path }) {
      logUnexpected(c, services, error, path ?? "");
    },
    responseMeta({ errors }) {
      const retryAfter = errors
        .map((error) => toRefusal(error).retryAfterSeconds)
        .find((seconds) => seconds !== undefined);
      return retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } };
    },
  });
}

/** REST's form of an error; what nobody foresaw is logged and says nothing of itself. */
function refuse(c: Http, services: Services, error: unknown): Response {
  const { code, message, status, fields, retryAfterSeconds } = toRefusal(error);
  logUnexpected(c, services, error, c.req.path);
  const requestId = c.get("requestId");
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
  return c.json(
    { success: false, code, message, ...(fields ? { fields } : {}), requestId },
    status,
  );
}

function logUnexpected(c: Http, services: Services, error: unknown, place: string): void {
  const { unexpected, status } = toRefusal(error);
  const fields = { requestId: c.get("requestId"), place };
  if (unexpected !== undefined) services.log.error("request.failed", fields, unexpected);
  else if (status === 503) services.log.warn("request.unavailable", fields);
}

function secure(c: Http, services: Services): void {
  c.header("X-Request-Id", c.get("requestId"));
  c.header("X-Content-Type-Options", "nosniff");
  c.header("X-Frame-Options", "DENY");
  c.header("Referrer-Policy", "same-origin");
  // On plain http under a name browsers ignore it, and complain about it at every page.
  if (isHttps(services.config) || isLocalName(c)) {
    c.header("Cross-Origin-Opener-Policy", "same-origin");
  }
  c.header("Cross-Origin-Resource-Policy", "same-origin");
  c.header("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  if (isHttps(services.config)) {
    c.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  }
  if (c.req.path.startsWith("/node/")) c.header("Cache-Control", "no-store");
}

function isLocalName(c: Http): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(c.req.header("Host") ?? "");
}
