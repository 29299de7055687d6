import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { addPerson } from "../../tests/support/people.ts";
import { startTestServer, type TestServer } from "../../tests/support/server.ts";
import type { Answer } from "../../tests/support/visitor.ts";
import type { Config } from "../config.ts";
import { createLog } from "../log.ts";

let server: TestServer;
let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
});
afterEach(() => server.stop());

async function start(config: Partial<Config>): Promise<void> {
  const log = createLog("warn", (line) => void lines.push(JSON.parse(line)));
  server = await startTestServer(config, { log });
}

describe("a proxy that TRUST_PROXY does not declare", () => {
  test.each(["X-Forwarded-For", "Forwarded", "X-Real-IP"])(
    "is logged once, by %s, however many requests pass through it",
    async (name) => {
      await start({});
      const told = () => lines.filter(({ event }) => event === "proxy.not-trusted");
      await server.visitor().request("GET", "/node/auth/user");
      expect(told()).toEqual([]);
      for (const address of ["192.0.2.1", "198.51.100.2", "192.0.2.1"]) {
        const headers = { [name]: address };
        await server.visitor().request("GET", "/node/auth/user", { headers });
      }
      expect(told()).toEqual([expect.objectContaining({ level: "warn" })]);
      expect(JSON.stringify(lines)).not.toMatch(/192\.0\.2|198\.51/);
    },
  );

  test("does not let strangers lock out a browser that signed in before", async () => {
    await start({});
    const { email } = await addPerson(server.db, "Agent");
    const known = server.visitor();
    await known.signIn(email);
    await known.request("GET", "/node/auth/logout");
    for (let guess = 0; guess < 6; guess += 1) {
      await server.visitor().signIn(email, "wrong-password");
    }
    expect((await server.visitor().signIn(email)).status).toBe(429);
    expect((await known.signIn(email)).status).toBe(200);
  });
});

test("behind a trusted proxy the port does not matter, and there is no warning", async () => {
  await start({ trustProxy: 1 });
  const { email } = await addPerson(server.db, "Agent");
  const guess = (address: string): Promise<Answer> =>
    server.visitor().request("POST", "/node/auth/login", {
      body: { email, password: "wrong-password" },
      headers: { "X-Forwarded-For": `203.0.113.9, ${address}` },
    });
  for (let port = 51_000; port < 51_005; port += 1) {
    expect((await guess(`192.0.2.1:${port}`)).status).toBe(401);
  }
  expect((await guess("192.0.2.1:51005")).status).toBe(429);
  expect((await guess("[::ffff:c000:201]:51006")).status).toBe(429);
  expect((await guess("198.51.100.2:51007")).status).toBe(401);
  expect(lines.filter(({ event }) => event === "proxy.not-trusted")).toEqual([]);
});
