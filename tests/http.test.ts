import { describe, expect, test } from "bun:test";
import { createLog } from "../server/log.ts";
import { createHealth } from "../server/metrics/health.ts";
import { setUpTestServer } from "./support/test-server.ts";

const logged: string[] = [];
const server = setUpTestServer(
  { logRequests: true },
  { log: createLog("info", (line) => logged.push(line)) },
);

const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);

describe("HEAD", () => {
  test.each([
    "/healthz",
    "/readyz",
    "/login",
    "/robots.txt",
    "/node/api/openapi.json",
    "/node/api/docs",
    "/node/auth/user",
    "/node/none",
  ])("of %s has the status and the length of GET, and no body", async (path) => {
    const headers = { "Accept-Encoding": "identity" };
    const get = await ask(path, { headers });
    const length = (await get.arrayBuffer()).byteLength;
    const head = await ask(path, { method: "HEAD", headers });
    expect([head.status, head.headers.get("Content-Length")]).toEqual([get.status, `${length}`]);
    expect(await head.text()).toBe("");
  });

  test("is logged as HEAD", async () => {
    const { headers } = await ask("/robots.txt", { method: "HEAD" });
    const line = logged
      .map((text) => JSON.parse(text))
      .find(({ requestId }) => requestId === headers.get("X-Request-Id"));
    expect(line).toMatchObject({ method: "HEAD", status: 200 });
  });
});

test.each([
  (etag: string) => etag,
  (etag: string) => `W/${etag}`,
  (etag: string) => `"another", W/${etag}`,
  () => "*",
])("a cached document is confirmed, also by a weak ETag or a list", async (shown) => {
  const { headers } = await ask("/node/api/openapi.json");
  const again = await ask("/node/api/openapi.json", {
    headers: { "If-None-Match": shown(headers.get("ETag") ?? "") },
  });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

describe("addresses that programs ask for by themselves", () => {
  test("robots.txt asks robots to index nothing", async () => {
    const answer = await ask("/robots.txt");
    expect(answer.headers.get("Content-Type")).toStartWith("text/plain");
    expect(await answer.text()).toBe("User-agent: *\nDisallow: /\n");
  });

  test("a password manager is led to the page where the password is changed", async () => {
    const answer = await ask("/.well-known/change-password", { redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/profile"]);
  });

  test.each([
    "/favicon.ico",
    "/apple-touch-icon.png",
    "/sitemap.xml",
    "/security.txt",
    "/.well-known/security.txt",
    "/.well-known/openid-configuration",
  ])("%s is not found, instead of being the page", async (path) => {
    const answer = await ask(path);
    expect([answer.status, (await answer.json()).code]).toEqual([404, "not_found"]);
  });
});

test("the ids of a proxy's request and trace are in the answer and the log", async () => {
  const requestId = `req-${Bun.randomUUIDv7()}`;
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = {
    "X-Request-Id": requestId,
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  };
  const answer = await ask("/node/none", { headers });
  expect(answer.headers.get("X-Request-Id")).toBe(requestId);
  expect(await answer.json()).toMatchObject({ requestId });
  const lines = logged.map((text) => JSON.parse(text));
  const [line] = lines.filter((each) => each.requestId === requestId);
  expect(line).toMatchObject({ event: "request", traceId, status: 404 });
});

describe("a server is not ready", () => {
  test("while the disk of its data is full", async () => {
    const dataDir = server.config.dataDir;
    const full = createHealth(server.db, { dataDir, leastFree: Number.POSITIVE_INFINITY });
    expect(await full.check()).toEqual({
      reason: "disk",
      message: "The disk of DATA_DIR is full.",
    });
    expect(await createHealth(server.db, { dataDir, leastFree: 0 }).check()).toBeNull();
    const elsewhere = createHealth(server.db, { dataDir: "/nowhere" });
    expect(await elsewhere.freeBytes()).toBeNull();
    expect(await elsewhere.check()).toBeNull();
  });

  test("after a write that found no space in the database, with the reason", async () => {
    server.services.health.ranOutOfSpace();
    const answer = await ask("/readyz");
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        ready: false,
        reason: "database-disk",
        message: "The disk of the database is full.",
      },
    ]);
  });
});
