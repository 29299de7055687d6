import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { lstat, mkdtemp, readFile, readlink, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../server/db/database.ts";
import { readCluster } from "../server/db/embedded/cluster.ts";
import { ownerUrl } from "../server/db/embedded/folder-lock.ts";
import { embeddedDatabase } from "../server/db/embedded.ts";
import { stampFile } from "../server/web/client-stamp.ts";
import { prepareClient } from "../server/web/prepare-client.ts";
import {
  endSpawned,
  failToStart,
  isAlive,
  makeDataFolder,
  postmasterPid,
  postmasterPort,
  type SpawnedServer,
  startServer,
} from "./support/process/spawned-server.ts";
import { createVisitor } from "./support/visitor.ts";

let DATA_DIR = "";

let builtClient = "";

beforeAll(async () => {
  builtClient = await prepareClient();
  DATA_DIR = await makeDataFolder();
}, 60_000);

afterAll(endSpawned, 60_000);

describe("one data folder, from its first start on", () => {
  const visitor = { cookies: new Map<string, string>() };
  let made: Awaited<ReturnType<typeof madeBefore>>;
  /** The server on the folder when a test starts; several tests share it, since each start takes a second. */
  let server: SpawnedServer;

  test("the first start creates database and demo, and prints how to sign in", async () => {
    server = await startServer({ DATA_DIR });
    for (const words of [
      "http://localhost:",
      "admin@demo.test",
      "agent@demo.test",
      "customer@demo.test",
      "frontdesk1",
      "Email isn't set up: mails are not sent",
    ]) {
      expect(server.output()).toContain(words);
    }
    const admin = createVisitor(server.url);
    expect((await admin.signIn("admin@demo.test", "frontdesk1")).status).toBe(200);
    visitor.cookies = admin.cookies;
    made = await madeBefore(DATA_DIR);
    expect(made.migrations.length).toBeGreaterThan(0);

    const postgres = await postmasterPid(DATA_DIR);
    expect(isAlive(postgres)).toBe(true);
    server.signal("SIGINT");
    expect((await server.ended()).code).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    await expect(postmasterPid(DATA_DIR)).rejects.toThrow("ENOENT");
  }, 60_000);

  test("its database has its own passwords, which other users of the machine cannot read", async () => {
    const home = join(DATA_DIR, "postgres");
    expect((await stat(join(home, "passwords"))).mode & 0o777).toBe(0o600);
    const passwords = (await readFile(join(home, "passwords"), "utf8")).trim().split("\n");
    expect(new Set(passwords).size).toBe(2);
    for (const password of passwords) expect(password).toMatch(/^[\w-]{32}$/);
    const rules = await readFile(join(home, "cluster/pg_hba.conf"), "utf8");
    const ways = rules.match(/^(local|host).*/gm)?.map((rule) => rule.split(/\s+/).at(-1));
    expect([...new Set(ways)]).toEqual(["scram-sha-256"]);
  });

  test("production refuses the demo and names the command that empties it", async () => {
    const { code, lines } = await failToStart({ DATA_DIR, NODE_ENV: "production" });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining("npx -y bun run demo:empty")]);
    await expect(postmasterPid(DATA_DIR)).rejects.toThrow("ENOENT");
  });

  test("a second start keeps data and sessions, and rebuilds neither database nor client", async () => {
    server = await startServer({ DATA_DIR });
    expect(await madeBefore(DATA_DIR)).toEqual(made);
    const returning = createVisitor(server.url);
    for (const [name, value] of visitor.cookies) returning.cookies.set(name, value);
    expect((await returning.request("GET", "/node/auth/user")).body.user.email).toBe(
      "admin@demo.test",
    );
  });

  test("a command run next to it prints its actual address", async () => {
    const linkOf = async (env: Record<string, string>) => {
      const child = Bun.spawn(
        [process.execPath, "server/commands/user-link.ts", "--email", "agent@demo.test"],
        { env: { PATH: process.env.PATH ?? "", DATA_DIR, ...env } },
      );
      return await new Response(child.stdout).text();
    };
    expect(await linkOf({})).toContain(
      `Works once, valid for 30 minutes:\n${server.url}/reset-password#`,
    );
    const told = await linkOf({ BASE_URL: "https://desk.example.com" });
    expect(told).toContain("\nhttps://desk.example.com/reset-password#");
  });

  test("a folder that a server uses is refused in one line, and the server continues", async () => {
    const { code, lines } = await failToStart({ DATA_DIR });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^The data folder is in use by another server/)]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test("after a kill -9 the Postgres left behind is taken over", async () => {
    const postgres = await postmasterPid(DATA_DIR);
    server.signal("SIGKILL");
    await server.ended();
    expect(isAlive(postgres)).toBe(true);

    server = await startServer({ DATA_DIR });
    expect(server.output()).toContain("after a server was killed");
    expect(await postmasterPid(DATA_DIR)).toBe(postgres);
  });

  test("a Postgres that dies is restarted", async () => {
    const first = await postmasterPid(DATA_DIR);
    process.kill(first, "SIGKILL");
    const admin = createVisitor(server.url);
    const patience = Date.now() + 10_000;
    while ((await admin.signIn("admin@demo.test", "frontdesk1")).status !== 200) {
      expect(Date.now()).toBeLessThan(patience);
      await Bun.sleep(100);
    }
    expect(await postmasterPid(DATA_DIR)).not.toBe(first);
  });

  test("a request in flight is answered before Postgres stops", async () => {
    const postgres = await postmasterPid(DATA_DIR);
    const request = await openSlowRequest(server.url);
    server.signal("SIGTERM");
    await refusesConnections(server.url);
    request.finish();
    expect(await request.answer).toStartWith("HTTP/1.1 403");
    expect((await server.ended()).code).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });

  test("a removed demo does not return", async () => {
    const child = Bun.spawn([process.execPath, "server/commands/demo-empty.ts"], {
      env: { PATH: process.env.PATH ?? "", DATA_DIR },
    });
    expect(await new Response(child.stdout).text()).toStartWith("The demo was deleted");
    server = await startServer({ DATA_DIR });
    expectNobody();
  });

  test("a second Ctrl-C ends immediately, and Postgres too", async () => {
    const postgres = await postmasterPid(DATA_DIR);
    await openSlowRequest(server.url);
    server.signal("SIGINT");
    await refusesConnections(server.url);
    server.signal("SIGINT");
    // An end in good order is 0.
    expect((await server.ended()).code).toBe(130);
    expect(isAlive(postgres)).toBe(false);
  });

  test("the server ends with npx, although npx forwards no signal", async () => {
    server = await startServer({ DATA_DIR }, ["npx", "-y", "bun", "start"]);
    expectNobody();
    const postgres = await postmasterPid(DATA_DIR);
    server.signal("SIGTERM");
    await server.ended();
    await refusesConnections(server.url);
    while (isAlive(postgres)) await Bun.sleep(20);
  }, 60_000);

  /** Neither right after the demo was removed nor later. */
  function expectNobody(): void {
    expect(server.output()).toContain("There are no users yet");
    expect(server.output()).not.toContain("demo");
  }
});

test("below a folder that other users cannot enter, root stores the data elsewhere and says so", async () => {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-closed-"));
  const dataDir = join(folder, "data");
  const isRoot = process.getuid?.() === 0;
  let elsewhere = "";
  try {
    const server = await startServer({ DATA_DIR: dataDir, NODE_ENV: "production" });
    expect((await lstat(join(dataDir, "postgres"))).isSymbolicLink()).toBe(isRoot);
    if (isRoot) {
      elsewhere = await readlink(join(dataDir, "postgres"));
      expect(elsewhere).toMatch(/^\/var\/lib\/frontdesk-embedded\/[0-9a-f]{16}$/);
      expect(server.output()).toContain(elsewhere);
    }
    await endCleanly(server);
    await endCleanly(await startServer({ DATA_DIR: dataDir, NODE_ENV: "production" }));
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
  }
}, 60_000);

/** The steps of a first start, with their times. */
async function madeBefore(dataDir: string) {
  const cluster = await readCluster(join(dataDir, "postgres"), null);
  if (!cluster) throw new Error("There is no database");
  const port = await postmasterPort(dataDir);
  const owner = openDatabase({ url: ownerUrl(cluster, port, embeddedDatabase), size: 1 });
  const whenMade = async (path: string) => (await stat(path)).mtimeMs;
  try {
    const { rows } = await sql<{ name: string; timestamp: string; xmin: string }>`
      select name, timestamp, xmin::text from kysely_migration order by name`.execute(owner);
    return {
      cluster: await whenMade(join(cluster.folder, "PG_VERSION")),
      migrations: rows,
      client: await whenMade(join(builtClient, stampFile)),
    };
  } finally {
    await owner.destroy();
  }
}

async function endCleanly(server: SpawnedServer): Promise<void> {
  server.signal("SIGINT");
  const { code, output } = await server.ended();
  expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
}

/** A call whose body is incomplete, so the server cannot answer yet. */
async function openSlowRequest(url: string) {
  const { hostname, port } = new URL(url);
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, bytes) {
        const text = bytes.toString();
        if (text.startsWith("HTTP/1.1 100 Continue")) begun.resolve();
        else answer.resolve(text);
      },
      close: () => answer.resolve(""),
    },
  });
  socket.write(
    "POST /node/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{",
  );
  await begun.promise;
  return { answer: answer.promise, finish: () => socket.write("}") };
}

async function refusesConnections(url: string): Promise<void> {
  const patience = Date.now() + 3_000;
  while (Date.now() < patience) {
    const refused = await fetch(`${url}/healthz`, { keepalive: false }).then(
      () => false,
      () => true,
    );
    if (refused) return;
    await Bun.sleep(20);
  }
  throw new Error("The server still takes connections");
}
