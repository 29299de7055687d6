import { beforeAll, describe, expect, test } from "bun:test";
import { createLink } from "../../server/auth/links.ts";
import { addPerson } from "../support/people.ts";
import { setUpTestServer } from "../support/test-server.ts";
import type { Answer } from "../support/visitor.ts";

// Behind a proxy, so that each attempt comes from a different network.
const server = setUpTestServer({ trustProxy: 1 });
/** A user in each possible state, and addresses without one. */
let addresses: string[];
beforeAll(async () => {
  const { db } = server;
  const people = [
    await addPerson(db, "Agent"),
    await addPerson(db, "Customer"),
    await addPerson(db, "Agent", { state: "invited" }),
    await addPerson(db, "Agent", { state: "disabled" }),
  ];
  const known = people.map(({ email }) => email);
  addresses = [...known, known[0]?.toUpperCase() ?? "", "unknown@nowhere.test", "a@b.test"];
}, 60_000);

let tries = 0;
async function ask(path: string, body: object): Promise<Answer> {
  tries += 1;
  const headers = { "X-Forwarded-For": `10.0.${tries}.1` };
  return await server.visitor().request("POST", path, { body, headers });
}

/** Everything a stranger can compare: status, text, and header names. */
function told({ status, text, headers }: Answer): unknown {
  const words = text.replace(/[0-9a-f-]{36}/g, "…");
  const cookies = headers.getSetCookie().map((line) => line.split("=")[0]);
  const names = [...headers.keys()].filter((name) => name !== "set-cookie").sort();
  return { status, words, cookies, names, length: headers.get("Content-Length") };
}

describe("a stranger learns nothing about who has an account", () => {
  test.each<[string, string, (email: string) => object]>([
    ["signing in", "/node/auth/login", (email) => ({ email, password: "not-the-one" })],
    ["asking for a new password", "/node/auth/password-reset", (email) => ({ email })],
    ["asking for one in the page", "/node/trpc/account.requestReset", (email) => ({ email })],
  ])("by %s", async (_, path, body) => {
    const answers: unknown[] = [];
    for (const email of addresses) answers.push(told(await ask(path, body(email))));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("by too many requests", async () => {
    for (const email of addresses.slice(3)) {
      const answers: unknown[] = [];
      for (let at = 0; at < 5; at += 1) {
        answers.push(told(await ask("/node/auth/password-reset", { email })));
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    }
  });

  test("by links that are used, expired, another user's or made up", async () => {
    const { id } = await addPerson(server.db, "Agent");
    const ofNow = { userId: id, now: new Date() };
    const tokens = [
      await createLink(server.db, { kind: "reset", userId: id, now: new Date(0) }),
      await createLink(server.db, { kind: "first-admin", userId: null, now: new Date(0) }),
      (await createLink(server.db, { kind: "reset", ...ofNow })).slice(0, -1),
      (await createLink(server.db, { kind: "invitation", ...ofNow })).toUpperCase(),
      "A".repeat(43),
      "x",
    ];
    const choose = (token: string) =>
      ask("/node/trpc/account.choosePassword", { token, newPassword: "another-horse" });
    const read = (token: string) => ask("/node/trpc/account.readLink", { token });
    for (const call of [choose, read]) {
      const answers: unknown[] = [];
      for (const token of tokens) answers.push(told(await call(token)));
      expect(answers[0]).toMatchObject({ status: 400 });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
  });
});
