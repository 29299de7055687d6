import { expect, test } from "bun:test";
import { createLog } from "../../server/log.ts";
import { appRouter } from "../../server/rpc/router.ts";
import { addPerson } from "../support/people.ts";
import { setUpTestServer } from "../support/test-server.ts";

let clock = new Date();
const lines: Record<string, unknown>[] = [];
const server = setUpTestServer(
  {},
  { log: createLog("warn", (line) => void lines.push(JSON.parse(line))), now: () => clock },
);

test("a refused attempt is logged: which, by whom, and nothing of its content", async () => {
  const person = await addPerson(server.db, "Customer");
  const visitor = server.visitor();
  await visitor.signIn(person.email);
  lines.length = 0;
  const forbidden = await visitor.query("users.list", { search: "kanarienvogel" });
  await visitor.request("POST", "/node/auth/create", {
    body: { email: "kanarienvogel" },
    unprotected: true,
  });
  const headers = { Origin: "https://evil.test" };
  const fromElsewhere = () =>
    visitor.request("POST", "/node/trpc/users.create", { body: {}, headers });
  await fromElsewhere();
  passAMinute();
  await fromElsewhere();
  await visitor.query("tickets.get", { number: 1 });
  expect(lines.map(({ event, place, code, userId }) => [event, place, code, userId])).toEqual([
    ["request.refused", "users.list", "forbidden", person.id],
    ["request.refused", "/node/auth/create", "forgery", null],
    ["request.refused", "/node/trpc/users.create", "foreign_origin", null],
  ]);
  expect(lines[0]?.requestId).toBe(forbidden.headers.get("X-Request-Id"));
  expect(JSON.stringify(lines)).not.toMatch(/kanarienvogel|evil\.test|people\.test/);
});

test("guesses at a password are logged once they are throttled", async () => {
  passAMinute();
  lines.length = 0;
  for (let guess = 0; guess < 6; guess += 1) {
    await server.visitor().signIn("kanarienvogel@people.test", "kanarienvogel");
  }
  const line = { event: "request.refused", place: "/node/auth/login", userId: null };
  expect(lines).toEqual([expect.objectContaining({ ...line, code: "too_many_attempts" })]);
  expect(lines[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(JSON.stringify(lines)).not.toContain("kanarienvogel");
});

test("a stranger who is refused often is logged once a minute, with a count", async () => {
  passAMinute();
  lines.length = 0;
  const refuse = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await server.visitor().request("POST", "/node/auth/login", { body: {}, unprotected: true });
    }
  };
  await refuse(20);
  expect(lines.map(({ code, more }) => [code, more])).toEqual([["forgery", undefined]]);
  passAMinute();
  await refuse(3);
  expect(lines.map(({ code, more }) => [code, more])).toEqual([
    ["forgery", undefined],
    ["forgery", 19],
  ]);
});

test("any response opened as a page loads nothing and cannot be framed, except the desk's pages", async () => {
  const visitor = server.visitor();
  for (const path of [
    "/healthz",
    "/node/auth/user",
    "/node/trpc/session.current",
    "/node/nowhere",
  ]) {
    const { headers } = await visitor.request("GET", path);
    const policy = headers.get("Content-Security-Policy");
    expect([path, policy]).toEqual([path, "default-src 'none'; frame-ancestors 'none'"]);
  }
  const page = await visitor.request("GET", "/");
  expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
});

test("no secret is part of an address, which proxies log", () => {
  const asked = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
    .filter(([, { _def }]) => _def.type !== "mutation")
    .filter(([, { _def }]) =>
      _def.inputs.some(({ _zod }) =>
        Object.keys(_zod.def.shape ?? {}).some((key) => /token|password/i.test(key)),
      ),
    );
  expect(asked.map(([name]) => name)).toEqual([]);
});

function passAMinute(): void {
  clock = new Date(clock.getTime() + 60_000);
}

interface Procedure {
  _def: { type: string; inputs: { _zod: { def: { shape?: object } } }[] };
}
