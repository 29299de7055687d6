import { expect, test } from "bun:test";
import { createApp } from "../server/http/app.ts";
import { setUpTestServer } from "./support/test-server.ts";

const server = setUpTestServer();

/** A desk with this name, with pages and files that have the headers of built ones. */
async function headersOf(
  path: string,
  { host = "desk.lan:3000", baseUrl = null as string | null } = {},
) {
  const services = { ...server.services, config: { ...server.config, baseUrl } };
  const app = createApp({
    services,
    client: ({ url }) =>
      new Response("x", {
        headers: url.includes("/assets/")
          ? { "Cache-Control": "immutable" }
          : { "Content-Security-Policy": "its own" },
      }),
  });
  const { headers } = await app.request(path, { headers: { Host: host } }, {});
  const requestId = headers.get("X-Request-Id");
  if (requestId) headers.set("X-Request-Id", "an id");
  for (const name of ["Content-Type", "Content-Length", "Set-Cookie", "Vary"]) headers.delete(name);
  return Object.fromEntries(headers);
}

const everywhere = {
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};
const nothing = "default-src 'none'; frame-ancestors 'none'";
const called = { ...everywhere, "x-request-id": "an id" };
const opened = {
  ...called,
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
};

test("API responses are never cached, and pages cannot be framed", async () => {
  const call = { ...called, "cache-control": "no-store", "content-security-policy": nothing };
  expect(await headersOf("/node/trpc/session.current")).toEqual(call);
  expect(await headersOf("/node/trpc/none.such")).toEqual(call);
  expect(await headersOf("/node/auth/user")).toEqual({ ...call, ...opened });
  expect(await headersOf("/node/none")).toEqual({ ...call, ...opened });
  expect(await headersOf("/healthz")).toEqual({ ...opened, "content-security-policy": nothing });
  expect(await headersOf("/ticket/log")).toEqual({
    ...opened,
    "content-security-policy": "its own",
  });
  expect(await headersOf("/assets/main.js")).toEqual({
    ...everywhere,
    "cache-control": "immutable",
  });
});

test("the page behind a mailed link has the policy of every page, and passes its address to no one", async () => {
  for (const path of ["/t", "/t/"]) {
    expect(await headersOf(path)).toEqual({
      ...opened,
      "referrer-policy": "no-referrer",
      "content-security-policy": "its own",
    });
  }
});

test("a long answer is compressed for clients that accept it", async () => {
  const app = createApp({ services: server.services, client: () => new Response() });
  const names = Array.from({ length: 10 }, () => "session.current").join(",");
  const ask = async (accepted: string) =>
    await app.request(
      `/node/trpc/${names}?batch=1&input={}`,
      { headers: { "Accept-Encoding": accepted } },
      {},
    );
  const packed = await ask("gzip");
  expect(packed.headers.get("Content-Encoding")).toBe("gzip");
  expect(packed.headers.get("Vary")).toContain("Accept-Encoding");
  const plain = await ask("identity");
  expect(plain.headers.has("Content-Encoding")).toBe(false);
  expect(Bun.gunzipSync(await packed.bytes())).toEqual(await plain.bytes());
});

test("over https, browsers are instructed to use https only", async () => {
  const baseUrl = "https://desk.example.test";
  const strict = { "strict-transport-security": "max-age=31536000; includeSubDomains" };
  expect(await headersOf("/assets/main.js", { baseUrl })).toMatchObject(strict);
  expect(await headersOf("/node/trpc/session.current", { baseUrl })).toMatchObject(strict);
  expect(await headersOf("/login", { baseUrl })).toMatchObject({
    ...strict,
    "cross-origin-opener-policy": "same-origin",
  });
  const plain = await headersOf("/login", { baseUrl: "http://desk.example.test" });
  expect(plain).toEqual({ ...opened, "content-security-policy": "its own" });
});

test("a page is isolated from its opener in browsers that support it", async () => {
  const apart = async (host: string) =>
    "cross-origin-opener-policy" in (await headersOf("/login", { host }));
  for (const host of ["localhost", "LOCALHOST:3000", "127.0.0.1:80", "[::1]:3000"]) {
    expect([host, await apart(host)]).toEqual([host, true]);
  }
  for (const host of ["desk.lan", "localhost.evil.test", "127.0.0.1.evil.test:80"]) {
    expect([host, await apart(host)]).toEqual([host, false]);
  }
});
