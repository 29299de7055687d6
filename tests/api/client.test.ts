import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addToken } from "../support/api-tokens.ts";
import { addPerson } from "../support/people.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "frontdesk-api-client-"));
  await cp(join(import.meta.dir, "client"), folder, { recursive: true });
}, 60_000);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(...command: string[]): Promise<string> {
  const { token } = await addToken(server.db, await addPerson(server.db, "Super Admin"));
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { ...process.env, DESK: server.url, TOKEN: token },
    stderr: "pipe",
  });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}\n${out}${error}`);
  return out;
}

test("a client generated from the document handles a ticket from start to end", async () => {
  const bun = process.execPath;
  await run(bun, "install", "--frozen-lockfile", "--silent");
  const document = `${server.url}/node/api/openapi.json`;
  await run(bun, "node_modules/openapi-typescript/bin/cli.js", document, "-o", "api.ts");
  await run(bun, "node_modules/typescript/bin/tsc", "-p", ".");
  const lived = await run(bun, "life.ts");
  expect(lived.trim().split("\n")).toEqual([
    "created api open",
    "replied pending",
    "noted 3 true",
    "tagged hardware",
    "conflict 409 ticket_conflict",
    "resolved resolved",
    "reopened open",
    "merged true",
    "undone urgent normal",
    "exported 1 true",
  ]);
}, 180_000);
