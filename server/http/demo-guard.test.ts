import { describe, expect, test } from "bun:test";
import { Hono } from "hono";
import { insertUser } from "../../tests/support/builders.ts";
import { startTestServer, type TestServer } from "../../tests/support/server.ts";
import { setUpTestServer } from "../../tests/support/test-server.ts";
import { readConfig } from "../config.ts";
import type { DemoAccount } from "../demo/accounts.ts";
import type { Services } from "../services.ts";
import { demoGuard } from "./demo-guard.ts";
import type { Connection, Env } from "./env.ts";

const server = setUpTestServer({}, { seed: markAsDemo });

const paths = [
  ...["/", "/login", "/node/auth/user", "/node/desk/logo", "/assets/main.js"],
  ...["/healthz", "/readyz"],
];

function ask(path: string, headers: Record<string, string>, at = server): Promise<Response> {
  return fetch(`${at.url}${path}`, { headers });
}

describe("a demo desk", () => {
  test("answers this machine under any of its names", async () => {
    const { port } = new URL(server.url);
    for (const Host of ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", `localhost:${port}`]) {
      expect((await ask("/node/auth/user", { Host })).status).toBe(401);
    }
  });

  test("offers its accounts on the sign-in page", async () => {
    const { demoAccounts } = await told(server);
    expect(demoAccounts.map(({ role }) => role)).toContain("Super Admin");
  });

  test.each([
    ["Host", "desk.example.com"],
    ["Host", "localhost.example.com"],
    ["Host", "192.168.7.23"],
    ["Forwarded", "for=192.0.2.1"],
    ["Via", "1.1 proxy.example.com"],
    ["X-Forwarded-For", "192.0.2.1"],
    ["X-Forwarded-Host", "desk.example.com"],
    ["X-Forwarded-Proto", "https"],
    ["X-Forwarded-Port", "443"],
    ["X-Real-IP", "192.0.2.1"],
    ["CF-Connecting-IP", "192.0.2.1"],
    ["CF-Ray", "8f1a2b3c4d5e6f70-ARN"],
    ["True-Client-IP", "192.0.2.1"],
  ])("does not answer a request with %s: %s", async (name, value) => {
    const answer = await ask("/login", { [name]: value });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("npx -y bun run demo:empty");
  });

  test.each(paths)("says so at %s on a page that loads nothing and is not cached", async (path) => {
    const answer = await ask(path, { Via: "1.1 proxy.example.com" });
    expect(answer.status).toBe(403);
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(await answer.text()) ?? [];
    const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
    expect(style).toContain("color-scheme");
    // Identical except for its own style.
    expect(answer.headers.get("Content-Security-Policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
});

test("a real desk answers through a proxy and offers no accounts", async () => {
  const other = await startTestServer({ smtpUrl: "smtp://127.0.0.1:1" });
  expect(await told(other)).toMatchObject({ demoAccounts: [], sendsMail: true });
  expect((await ask("/node/auth/user", { Via: "1.1 proxy" }, other)).status).toBe(401);
  await other.stop();
});

test.each([
  ["127.0.0.1", 200],
  ["127.8.0.1", 200],
  ["::1", 200],
  ["::ffff:127.0.0.1", 200],
  ["192.0.2.1", 403],
  ["::ffff:192.0.2.1", 403],
  ["2001:db8::1", 403],
  ["127.0.0.1.example.com", 403],
])(
  "a demo listening on every address, requested for localhost by %s: %i",
  async (address, status) => {
    const everywhere = { HOST: "0.0.0.0" };
    expect(await statusOf(everywhere, { Host: "localhost:3000" }, { address })).toBe(status);
  },
);

test("a demo does not answer a closed connection, whose address is unknown", async () => {
  expect(await statusOf({}, { Host: "localhost" }, {})).toBe(403);
});

describe.each([
  [{}, 403],
  [{ BASE_URL: "https://desk.example.com" }, 200],
  [{ TRUST_PROXY: "1" }, 200],
  [{ SMTP_URL: "smtp://post.example.com" }, 200],
  // It does not start on a demo database; a demo loaded while it runs blocks it.
  [{ NODE_ENV: "production", BASE_URL: "https://desk.example.com" }, 403],
])("a demo set up by %j", (settings, status) => {
  const elsewhere = [{ Host: "desk.example.com" }, { address: "192.0.2.1" }] as const;

  test("answers no other machine while an account has a known password", async () => {
    const known = await insertUser(server.db, { password_hash: "known hash", state: "active" });
    await insertUser(server.db, { password_hash: "another hash", state: "active" });
    expect(await statusOf(settings, ...elsewhere)).toBe(403);
    await server.db.deleteFrom("users").where("id", "=", known.id).execute();
  });

  test(`answers other machines with ${status} once every account has its own`, async () => {
    const disabled = { password_hash: "known hash", state: "disabled" } as const;
    await insertUser(server.db, disabled);
    expect(await statusOf(settings, ...elsewhere)).toBe(status);
  });
});

async function statusOf(
  settings: Record<string, string>,
  headers: { Host: string },
  from: Connection,
): Promise<number> {
  const { db } = server;
  const services = { config: readConfig(settings), db, desk: { isDemo: true } } as Services;
  const app = new Hono<Env>().use(demoGuard(services)).get("/", (c) => c.text("in"));
  return (await app.request("/", { headers }, from)).status;
}

async function told(server: TestServer): Promise<{ demoAccounts: DemoAccount[] }> {
  return (await server.visitor().query("session.current")).body.result.data.desk;
}

async function markAsDemo({ owner }: TestServer["database"]): Promise<void> {
  await owner
    .updateTable("desk")
    .set({ is_demo: true, demo_password_hashes: ["known hash"] })
    .execute();
}
