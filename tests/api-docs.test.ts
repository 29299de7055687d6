import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCatalogue } from "../shared/errors.ts";
import { userLimits } from "../shared/users.ts";
import { addToken } from "./support/api-tokens.ts";
import { insertTicket } from "./support/builders.ts";
import { addPerson } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
let folder: string;
const text = await Bun.file(join(import.meta.dir, "../docs/api.md")).text();

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "frontdesk-api-docs-"));
}, 60_000);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the script in docs/api.md signs in, works, signs out and signs in again", async () => {
  await addPerson(server.db, "Super Admin", {
    email: "admin@demo.test",
    password: "frontdesk1",
  });
  const script = /```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const login = script.split("\n").find((line) => line.includes("/node/auth/login"));
  const shell = Bun.spawn(["sh", "-eu", "-c", `${script}${login}\n`], {
    cwd: folder,
    env: { ...process.env, DESK: server.url },
    stderr: "pipe",
  });
  const answers = (await new Response(shell.stdout).text()).trim().split("\n");
  expect(await new Response(shell.stderr).text()).toBe("");
  expect(await shell.exited).toBe(0);
  const [visitor, signedIn, user, users, created, out, again] = answers.map((line) =>
    JSON.parse(line),
  );
  expect(visitor).toMatchObject({ success: false, code: "not_signed_in" });
  expect(signedIn).toMatchObject({ success: true, user: { role: "Super Admin" } });
  expect(user).toEqual(signedIn);
  expect(users).toMatchObject({ success: true, nextCursor: null });
  expect(created).toMatchObject({ success: true, user: { firstName: "Nora", state: "invited" } });
  const [, shape = ""] = /`user` is\s+`\{ ([^`]+) \}`/.exec(text) ?? [];
  expect(shape.replace(/: \[\{[^}]*\}\]/, "").split(/,\s+/)).toEqual(Object.keys(created.user));
  expect(out).toEqual({ success: true });
  expect(again).toEqual(signedIn);
});

test("the second script creates a ticket with a token, changes it, replies, polls and creates a webhook", async () => {
  const { token } = await addToken(server.db, await addPerson(server.db, "Super Admin"));
  const [, second = ""] = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, body]) => body);
  const shell = Bun.spawn(["sh", "-eu", "-c", second], {
    cwd: folder,
    env: { ...process.env, DESK: server.url, TOKEN: token },
    stderr: "pipe",
  });
  const answers = (await new Response(shell.stdout).text()).trim().split("\n");
  expect(await new Response(shell.stderr).text()).toBe("");
  const [me, changed, replied, messages, polled, hooked] = answers.map((line) => JSON.parse(line));
  expect(me).toMatchObject({ success: true, me: { kind: "personal" } });
  expect(changed.ticket).toMatchObject({ priority: "high", channel: "api" });
  expect(replied.ticket.status).toBe("pending");
  expect(messages.messages.map((each: { state: string }) => each.state)).toContain("sending");
  expect(polled.tickets.map((each: { id: string }) => each.id)).toContain(changed.ticket.id);
  expect(hooked).toMatchObject({ webhook: { state: "active", query: "priority:urgent" } });
  expect(hooked.secret).toStartWith("whsec_");
});

test("the example posts a new urgent ticket to a chat, once", async () => {
  const { db } = server;
  const { token } = await addToken(db, await addPerson(db, "Super Admin"), ["tickets:read"]);
  const heard: string[] = [];
  const chat = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      heard.push(JSON.parse(await request.text()).text);
      return new Response();
    },
  });
  const customer = await addPerson(db, "Customer");
  const urgent = { requester_id: customer.id, priority: "urgent", subject: "No power" } as const;
  const { number } = await insertTicket(db, urgent);
  await insertTicket(db, { requester_id: customer.id });
  const script = join(import.meta.dir, "../docs/examples/urgent-to-chat.ts");
  const program = Bun.spawn([process.execPath, script], {
    env: { ...process.env, DESK: server.url, TOKEN: token, CHAT: chat.url.href, EVERY: "0.2" },
  });
  for (let waited = 0; heard.length === 0 && waited < 100; waited += 1) await Bun.sleep(100);
  await Bun.sleep(600);
  program.kill();
  await program.exited;
  await chat.stop(true);
  expect(heard).toEqual([`Urgent: #${number} No power ${server.url}/ticket/${number}`]);
}, 30_000);

test("docs/api.md states the length limits of a user's fields", () => {
  const { name, email, phone, companies } = userLimits;
  expect(text.replace(/\s+/g, " ")).toContain(
    `Names have 1 to ${name} characters, an address at most ${email}, a phone ${phone}; companies are at most ${companies}`,
  );
});

test("docs/api.md lists every call and every code of the catalogue", () => {
  const routes = server.app.routes.filter(
    ({ method, path }) =>
      method !== "ALL" && !path.endsWith("*") && !path.startsWith("/node/api/v1/"),
  );
  for (const { method, path } of routes) {
    expect(text).toContain(`\`${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  }
  for (const code of Object.keys(errorCatalogue)) expect(text).toContain(`\`${code}\``);
});
