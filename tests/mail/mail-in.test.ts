import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertMailbox, rawMail } from "../support/mail-desk.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { freePort } from "../support/process/free-port.ts";

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "frontdesk-mail-in-"));
  const { id } = await insertMailbox(database.db);
  await database.db
    .insertInto("mailbox_aliases")
    .values({ address: "help@acme.test", mailbox_id: id })
    .execute();
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function mailIn(words: string[], bytes: Uint8Array, url = database.url) {
  const program = join(import.meta.dir, "../../server/commands/mail-in.ts");
  const child = Bun.spawn([process.execPath, program, ...words], {
    env: {
      PATH: process.env.PATH ?? "",
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: url === database.url ? database.ownerUrl : url,
    },
    stdin: bytes,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out: out.trim(), err: err.trim() };
}

const stored = () => database.db.selectFrom("inbound_mails").select("source").execute();

test("a mail from a pipe is stored, and stored once", async () => {
  const bytes = rawMail();
  const first = await mailIn(["--mailbox", "support@acme.test"], bytes);
  expect(first).toEqual({ code: 0, out: "Stored.", err: "" });
  const again = await mailIn(["--mailbox", "Help@Acme.test"], bytes);
  expect(again).toEqual({ code: 0, out: "This mail was stored before.", err: "" });
  expect(await stored()).toEqual([{ source: "command" }]);
}, 60_000);

test.each<[string, string[], Uint8Array, string]>([
  ["no mailbox", [], rawMail(), "Which mailbox? Add --mailbox and its address."],
  ["an unknown option", ["--box", "x"], rawMail(), "This is not understood"],
  ["an unknown mailbox", ["--mailbox", "x@acme.test"], rawMail(), "No mailbox has the address"],
  ["an empty mail", ["--mailbox", "support@acme.test"], new Uint8Array(), "empty"],
])(
  "%s is wrong usage: 64, with the reason",
  async (_, words, bytes, reason) => {
    const { code, err } = await mailIn(words, bytes);
    expect(code).toBe(64);
    expect(err).toContain(reason);
  },
  60_000,
);

test("a database that is down means try again later: 75", async () => {
  const url = `postgres://unknown@127.0.0.1:${freePort()}/none`;
  const { code, err } = await mailIn(["--mailbox", "support@acme.test"], rawMail(), url);
  expect(code).toBe(75);
  expect(err).not.toBe("");
}, 60_000);
