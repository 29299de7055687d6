import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { openDatabase } from "../server/db/database.ts";
import { createLog } from "../server/log.ts";
import { fallbackMessage } from "../shared/client-error-messages.ts";
import { addPerson, type Person } from "./support/people.ts";
import { createTestDatabase } from "./support/postgres.ts";
import { startProxy } from "./support/proxy.ts";
import { startTestServer } from "./support/server.ts";
import { setUpTestServer } from "./support/test-server.ts";
import { testPassword, type Visitor } from "./support/visitor.ts";

let admin: Person;
let visitor: Visitor;
const logged: string[] = [];

const server = setUpTestServer({}, { log: createLog("debug", (line) => logged.push(line)) });

beforeAll(async () => {
  admin = await addPerson(server.db, "Super Admin");
  visitor = server.visitor();
  await visitor.signIn(admin.email);
}, 60_000);

describe("an unexpected error", () => {
  beforeAll(async () => {
    await server.database.owner.schema.alterTable("outgoing_mails").renameTo("lost").execute();
  });
  afterAll(async () => {
    await server.database.owner.schema.alterTable("lost").renameTo("outgoing_mails").execute();
  });

  test("is reported over REST without details", async () => {
    const answer = await visitor.request("POST", "/node/auth/password-reset", {
      body: { email: (await addPerson(server.db, "Customer")).email },
    });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      success: false,
      code: "unexpected",
      message: fallbackMessage,
      requestId: expect.any(String),
    });
  });

  test("is reported over tRPC without details; the log has the cause", async () => {
    const answer = await visitor.query("mails.list", {});
    expect(answer.status).toBe(500);
    const { message, data } = answer.body.error;
    expect(message).toBe(fallbackMessage);
    expect(data.code).toBe("unexpected");
    expect(answer.text).not.toMatch(/outgoing_mails|select|relation|\.ts|stack/i);
    const line = logged.find((entry) => entry.includes(data.requestId));
    expect(line).toContain("outgoing_mails");
    expect(answer.headers.get("X-Request-Id")).toBe(data.requestId);
  });
});

test("a list that breaks off while it is sent is cut off, and the log says why", async () => {
  const { owner } = server.database;
  const { db } = server;
  const [jobId, id] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const of = { kind: "user-import", input: {}, total: 1, request_id: id, created_at: new Date() };
  await db
    .insertInto("jobs")
    .values({ id: jobId, owner_id: admin.id, ...of })
    .execute();
  await db
    .insertInto("imports")
    .values({
      ...{ id, kind: "users", owner_id: admin.id, name: "a.csv", encoding: "utf-8" },
      ...{ headers: sql`'[]'::jsonb`, row_count: 1, mapping: {}, choices: {} },
      ...{ job_id: jobId, created_at: new Date() },
    })
    .execute();
  await owner.schema.alterTable("import_rows").renameTo("lost").execute();
  const path = `/node/imports/${jobId}/refused`;
  await expect(visitor.request("GET", path)).rejects.toThrow("ECONNRESET");
  await owner.schema.alterTable("lost").renameTo("import_rows").execute();
  const line = logged.findLast((entry) => entry.includes(path));
  expect(line).toContain('"event":"request.failed"');
  expect(line).toContain("import_rows");
});

describe("an invalid request", () => {
  test.each([
    ["GET", "/node/nothing", 404, "not_found"],
    ["GET", "/node/auth/nothing", 404, "not_found"],
    ["DELETE", "/node/auth/nothing", 404, "not_found"],
    ["PUT", "/node", 404, "not_found"],
  ])("%s %s: %i", async (method, path, status, code) => {
    const body = method === "GET" ? undefined : {};
    const answer = await visitor.request(method, path, { body });
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(code);
    expect(answer.headers.has("Allow")).toBe(false);
  });

  test.each([
    ["PUT", "/node/auth/login", "POST"],
    ["GET", "/node/auth/login", "POST"],
    ["HEAD", "/node/auth/login", "POST"],
    ["OPTIONS", "/node/auth/login", "POST"],
    ["POST", "/node/auth/user", "GET, HEAD"],
    ["GET", "/node/auth/update/anybody", "PUT"],
    ["POST", "/node/files/some-id", "GET, HEAD"],
    ["DELETE", "/node/imports/users", "POST"],
    ["PUT", "/node/desk/logo", "GET, HEAD"],
    ["POST", "/healthz", "GET, HEAD"],
    ["POST", "/ticket/log", "GET, HEAD"],
  ])("%s %s, where another method is taken: it names %s", async (method, path, allowed) => {
    const body = ["GET", "HEAD", "OPTIONS"].includes(method) ? undefined : {};
    const answer = await visitor.request(method, path, { body });
    expect(answer.status).toBe(405);
    if (method !== "HEAD") expect(answer.body.code).toBe("method_not_allowed");
    expect(answer.headers.get("Allow")).toBe(allowed);
  });

  test("an unknown procedure, a broken body, a huge batch and a deep input are client errors", async () => {
    const unknown = await visitor.query("users.everything");
    expect([unknown.status, unknown.body.error.data.code]).toEqual([404, "not_found"]);
    expect(unknown.headers.has("Retry-After")).toBe(false);
    for (const body of ["{", "[".repeat(900_000), '{"a":'.repeat(100_000), "null", "7"]) {
      const answer = await visitor.request("POST", "/node/trpc/account.changePassword", { body });
      expect(answer.status).toBe(400);
      expect(answer.text).not.toMatch(/\.ts|stack/);
    }
    const names = Array.from({ length: 500 }, () => "session.current").join(",");
    const batch = await visitor.request("GET", `/node/trpc/${names}?batch=1&input={}`);
    expect(batch.status).toBe(400);
    const big = await visitor.mutate("account.updateProfile", { firstName: "x".repeat(1_100_000) });
    expect(big.status).toBe(413);
  });

  test("text that cannot be stored is refused with a clear error", async () => {
    for (const firstName of ["a\0b", "\ud800"]) {
      const answer = await visitor.mutate("account.updateProfile", { firstName });
      expect(answer.status).toBe(400);
      expect(answer.body.error.data.fields).toEqual([
        { field: "firstName", message: "This holds characters that cannot be stored." },
      ]);
    }
  });

  test("prototype names are not fields", async () => {
    const answer = await visitor.request("POST", "/node/trpc/account.updateProfile", {
      body: '{"__proto__":{"role":"Super Admin"},"constructor":{}}',
    });
    expect(answer.status).toBe(400);
  });
});

test("one batch with an error still answers its other calls", async () => {
  const answer = await visitor.request(
    "GET",
    `/node/trpc/session.list,users.list?batch=1&input=${encodeURIComponent('{"1":{"limit":0}}')}`,
  );
  expect(answer.status).toBe(207);
  expect(answer.body[0].result.data).toBeArray();
  expect(answer.body[1].error.data).toMatchObject({ code: "invalid_input", httpStatus: 400 });
});

test("a refusal has tRPC's code for its status", async () => {
  const refused = await server.visitor().query("session.list");
  expect(refused.body.error.code).toBe(-32001);
  const missing = await visitor.mutate("session.end", { id: Bun.randomUUIDv7() });
  expect(missing.body.error.code).toBe(-32004);
});

test("while the database is away: 503 with Retry-After, and ready says no", async () => {
  const database = await createTestDatabase();
  const proxy = startProxy(database.url);
  const db = openDatabase({ url: proxy.url, size: 4 });
  const lines: string[] = [];
  const log = createLog("warn", (line) => lines.push(line));
  const other = await startTestServer({}, { database: { ...database, db }, log });
  try {
    const person = await addPerson(database.db, "Agent");
    const late = other.visitor();
    expect((await late.signIn(person.email)).status).toBe(200);
    expect((await late.request("GET", "/readyz")).body).toEqual({ ready: true });
    proxy.cut();
    const rest = await late.request("GET", "/node/auth/user");
    expect([rest.status, rest.body.code]).toEqual([503, "unavailable"]);
    expect(rest.headers.get("Retry-After")).toBe("2");
    expect((await late.query("tickets.list", {})).status).toBe(503);
    const call = await other.visitor().query("session.current");
    expect([call.status, call.body.error.data.code]).toEqual([503, "unavailable"]);
    expect(call.headers.get("Retry-After")).toBe("2");
    const told = lines.map((line) => JSON.parse(line));
    const reasons = told.filter(({ event }) => event === "request.unavailable");
    expect(reasons.length).toBeGreaterThanOrEqual(2);
    for (const { reason } of reasons) expect(reason).toMatch(/^(ConnectionLost|[A-Z_]{5,})$/);
    const ready = await late.request("GET", "/readyz");
    expect([ready.status, ready.body]).toEqual([
      503,
      { ready: false, reason: "database", message: "The database cannot be reached." },
    ]);
    expect((await late.request("GET", "/healthz")).body).toMatchObject({ alive: true });
  } finally {
    await other.stop();
    await db.destroy();
    await database.drop();
  }
});

test("the log contains no password, token or address", async () => {
  const person = await addPerson(server.db, "Customer", { email: "canary@people.test" });
  const other = server.visitor();
  await other.signIn(person.email, "canary-password");
  await other.signIn(person.email);
  await other.mutate("account.changePassword", {
    oldPassword: testPassword,
    newPassword: "canary-password",
  });
  const text = logged.join("\n");
  const session = other.cookies.get("frontdesk_session") ?? "none";
  for (const secret of ["canary-password", "canary@people.test", testPassword, session]) {
    expect(text).not.toContain(secret);
  }
});
