import { afterAll, beforeAll, expect, test } from "bun:test";
import { insertUser } from "../../tests/support/builders.ts";
import { addPerson } from "../../tests/support/people.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { startTestServer, type TestServer } from "../../tests/support/server.ts";
import type { Visitor } from "../../tests/support/visitor.ts";
import { createLog } from "../log.ts";

// The standby of this test is a second database with rows of its own, which show where an answer comes from.

let standby: TestDatabase;
let server: TestServer;
let visitor: Visitor;
const lines: string[] = [];
beforeAll(async () => {
  standby = await createTestDatabase();
  server = await startTestServer(
    { databaseReadUrl: standby.url },
    { log: createLog("warn", (line) => void lines.push(line)) },
  );
  const admin = await addPerson(server.db, "Super Admin");
  visitor = server.visitor();
  await visitor.signIn(admin.email);
  await insertUser(standby.db, { email: "only-there@standby.test" });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await standby.drop().catch(() => {});
});

const exported = async () => (await visitor.request("GET", "/node/exports/users")).text;
const audited = async () =>
  (await visitor.query("audit.list", {})).body.result.data.rows.length as number;
const figures = (timeZone = "UTC") => visitor.query("dashboard.totals", { timeZone });

test("the dashboard, exports and the audit log are read from DATABASE_READ_URL, everything else is not", async () => {
  expect(await audited()).toBe(0);
  expect(await exported()).toContain("only-there@standby.test");
  expect((await figures()).status).toBe(200);
  expect((await visitor.query("users.list", {})).text).not.toContain("only-there@standby.test");
  // The export's own entry is written to the primary.
  const written = await server.db
    .selectFrom("audit_log")
    .select("id")
    .where("act", "=", "user.exported")
    .execute();
  expect(written).toHaveLength(1);
});

test("if it does not answer, they are read from the primary, with one line in the log", async () => {
  await standby.drop();
  expect(await audited()).toBeGreaterThan(0);
  expect(await exported()).not.toContain("only-there@standby.test");
  expect((await figures()).status).toBe(200);
  expect(lines.filter((line) => line.includes("database.read-url-unused"))).toHaveLength(1);
});
