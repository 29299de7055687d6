import { Hono } from "hono";
import { AppError, refuseInput } from "../../shared/errors.ts";
import { fileLimits } from "../../shared/files.ts";
import { isTimeout } from "../db/connection/client.ts";
import { matchesEtag } from "../etag.ts";
import { createDoorkeeper } from "../files/doorkeeper.ts";
import { handOut, receiveFile } from "../files/routes.ts";
import type { Env, Http } from "../http/env.ts";
import { readJson, readRequestKey, readUuid } from "../http/read-request.ts";
import { setOrigin } from "../http/visitor.ts";
import type { Services } from "../services.ts";
import { type ApiLimits, authenticate, createApiLimits, isSearch } from "./authenticate.ts";
import { docsPage, docsPolicy } from "./docs-page.ts";
import { readExportFile } from "./exports/commands.ts";
import { apiDocument } from "./openapi.ts";
import type { ApiDeps, Operation, OperationInput } from "./operation.ts";
import { operations } from "./operations.ts";
import { downloadAttachment, downloadExport, uploadAttachment } from "./streams.ts";

/** Every operation under /v1, the document and the page about them. */
export function apiRoutes(services: Services, limits = createApiLimits()): Hono<Env> {
  const routes = new Hono<Env>();
  routes.use(async (c, next) => {
    setOrigin(c, services);
    await next();
  });
  const { json, etag } = apiDocument();
  routes.get("/openapi.json", (c) => {
    const headers = { ETag: etag, "Cache-Control": "no-cache" };
    if (matchesEtag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
    return c.body(json, 200, { ...headers, "Content-Type": "application/json" });
  });
  routes.get("/docs", (c) =>
    c.html(docsPage(), 200, {
      "Content-Security-Policy": docsPolicy(),
      "Cache-Control": "no-cache",
    }),
  );
  for (const operation of operations) {
    const path = `/v1${operation.path.replace(/\{(\w+)\}/g, ":$1")}`;
    routes.on(operation.method, path, (c) => answer(c, services, limits, operation));
  }
  const doorkeeper = createDoorkeeper(fileLimits.arriving);
  routes.post("/v1/attachments", async (c) => {
    const deps = await holderOf(c, services, limits, uploadAttachment);
    const attachment = await receiveFile(c, services, deps, doorkeeper);
    return c.json({ success: true, attachment }, 201);
  });
  routes.get("/v1/attachments/:id", async (c) => {
    const deps = await holderOf(c, services, limits, downloadAttachment);
    return await handOut(c, services, deps, c.req.param("id"));
  });
  routes.get("/v1/exports/:id/file", async (c) => {
    const deps = await holderOf(c, services, limits, downloadExport);
    return c.body(await readExportFile(deps, readUuid(c.req.param("id"))), 200, {
      "Content-Type": "application/gzip",
      "Content-Disposition": 'attachment; filename="tickets.ndjson.gz"',
      "Cache-Control": "no-store",
    });
  });
  return routes;
}

/** Cookies are ignored. */
function holderOf(
  c: Http,
  services: Services,
  limits: ApiLimits,
  operation: Pick<Operation, "scope" | "capability" | "searches">,
): Promise<ApiDeps> {
  const asking = {
    authorization: c.req.header("Authorization"),
    ipAddress: c.get("ipAddress"),
    network: c.get("network"),
    requestId: c.get("requestId"),
    hasQuery: Boolean(c.req.query("q")),
  };
  return authenticate(services, limits, asking, operation, ({ limit, remaining, reset }) => {
    c.header("RateLimit-Limit", String(limit));
    c.header("RateLimit-Remaining", String(remaining));
    c.header("RateLimit-Reset", String(reset));
  });
}

async function answer(
  c: Http,
  services: Services,
  limits: ApiLimits,
  operation: Operation,
): Promise<Response> {
  const { method, status = 200 } = operation;
  const deps = await holderOf(c, services, limits, operation);
  const input = await readInput(c, operation);
  const ifVersion = operation.versioned ? readIfMatch(c) : undefined;
  const given = ifVersion === undefined ? deps : { ...deps, ifVersion };
  const searches = isSearch(operation.searches, { hasQuery: Boolean(c.req.query("q")) });
  const run = () => operation.run(searches ? searching(given) : given, input);
  const made = searches ? await inTurn(services, deps, run) : await run();
  if (method !== "GET") services.wakeup.wake();
  const etag = etagOf(made);
  if (etag) c.header("ETag", etag);
  if (etag && method === "GET" && matchesEtag(c.req.header("If-None-Match"), etag)) {
    return c.body(null, 304);
  }
  return c.json({ success: true, ...made }, status);
}

function searching(deps: ApiDeps): ApiDeps {
  return { ...deps, db: deps.services.searches.db };
}

/** Like the searches of people: a few of one person at a time, and stopped when they take too long. */
async function inTurn<Made>(
  { searches }: Services,
  { actor }: ApiDeps,
  run: () => Promise<Made>,
): Promise<Made> {
  try {
    return await searches.limit.run(actor.id, run);
  } catch (error) {
    if (isTimeout(error)) throw new AppError("search_too_slow");
    throw error;
  }
}

async function readInput(
  c: Http,
  { params, query, body, keyed }: Operation,
): Promise<OperationInput> {
  const inPath = c.req.param() as Record<string, string>;
  const read = {
    params: params ? readParams(params, inPath) : {},
    query: readQuery(query, c),
    requestId: readKey(c, keyed ?? false),
  };
  if (body) return { ...read, body: await readJson(c, body) };
  await refuseBody(c);
  return { ...read, body: {} };
}

type Schema = NonNullable<Operation["params"]>;

/** What cannot be an id is not found. */
function readParams(schema: Schema, given: Record<string, string>): object {
  const { success, data } = schema.safeParse(given);
  if (!success) throw new AppError("not_found");
  return data;
}

function readQuery(schema: Schema | undefined, c: Http): object {
  const given = c.req.query();
  if (schema) return schema.parse(given);
  const [unknown] = Object.keys(given);
  if (unknown !== undefined) throw refuseInput(unknown, "This field is not known.");
  return {};
}

function readKey(c: Http, isNeeded: boolean): string {
  const key = readRequestKey(c);
  if (key === null && isNeeded) throw new AppError("idempotency_key_missing");
  return key ?? Bun.randomUUIDv7();
}

async function refuseBody(c: Http): Promise<void> {
  if (!c.req.raw.body) return;
  const text = (await c.req.text()).trim();
  if (text === "" || text === "{}") return;
  throw new AppError("invalid_input", { message: "This call takes no body." });
}

function readIfMatch(c: Http): number | undefined {
  const header = c.req.header("If-Match");
  if (header === undefined || header === "*") return undefined;
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(header) ?? [];
  if (version === undefined) throw new AppError("version_changed");
  return Number(version);
}

/** The version of the ticket; customers' tokens get none. */
function etagOf(made: object): string | null {
  const { ticket } = made as { ticket?: { version?: number } };
  return ticket?.version === undefined ? null : `"${ticket.version}"`;
}
