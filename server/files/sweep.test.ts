import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { actDuring } from "../../tests/support/act-during.ts";
import { insertUser } from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { type ContentKey, pathOfContent } from "./place.ts";
import { createFileStore } from "./store.ts";
import { sweepFiles } from "./sweep.ts";

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "frontdesk-sweep-"));
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const pathOf = (key: ContentKey) => join(dataDir, "files", pathOfContent(key));

const left = async () => {
  const rows = await database.db.selectFrom("file_contents").select("id").execute();
  return rows.map(({ id }) => id);
};
const sweep = () => {
  const log = createLog("error", () => {});
  const store = createFileStore({ ...readConfig({}), dataDir }, log);
  return sweepFiles({ db: database.db, now: new Date() }, store);
};

/** A non-empty folder where the file should be. */
const hold = (key: ContentKey) => mkdir(join(pathOf(key), "within"), { recursive: true });

/** Unused contents in the order in which they are swept. */
async function condemned(number: number, removed = true): Promise<ContentKey[]> {
  const keys = Array.from({ length: number }, () => {
    const id = Bun.randomUUIDv7();
    return { id, sha256: new Bun.CryptoHasher("sha256").update(id).digest("hex") };
  });
  const at = new Date();
  await database.db
    .insertInto("file_contents")
    .values(
      // The order of the sweep differs from that of creation.
      keys.toReversed().map(({ id, sha256 }) => ({
        ...{ id, sha256: Buffer.from(sha256, "hex"), size: 1 },
        ...{ created_at: at, placed_at: at, removed_at: removed ? at : null },
      })),
    )
    .execute();
  return keys;
}

test("a content that cannot be removed does not affect others, and is retried", async () => {
  const keys = await condemned(215);
  const [stuck, others] = [keys.slice(0, 15), keys.slice(-2)];
  for (const key of stuck) await hold(key);
  for (const key of others) {
    await mkdir(dirname(pathOf(key)), { recursive: true });
    await Bun.write(pathOf(key), "x");
  }
  await expect(sweep()).rejects.toThrow();
  expect((await left()).sort()).toEqual(stuck.map(({ id }) => id));
  for (const key of others) expect(await Bun.file(pathOf(key)).exists()).toBe(false);
  for (const key of stuck) await rm(pathOf(key), { recursive: true });
  await sweep();
  expect(await left()).toEqual([]);
});

test("one sweep removes every unused content, and no used one", async () => {
  const { db } = database;
  const { id: uploader_id } = await insertUser(db);
  const held = await condemned(200, false);
  const file = { uploader_id, name: "notes.txt", type: "text/plain", size: 1 };
  await db
    .insertInto("files")
    .values(held.map(({ id }) => ({ ...file, id, content_id: id, created_at: new Date() })))
    .execute();
  await condemned(450, false);
  await sweep();
  expect((await left()).sort()).toEqual(held.map(({ id }) => id).sort());
  await db.deleteFrom("files").execute();
  await sweep();
  expect(await left()).toEqual([]);
});

test("a content in use by an upload stays and blocks nothing", async () => {
  const [taken] = await condemned(1, false);
  await condemned(1, false);
  await database.db.transaction().execute(async (tx) => {
    const content = tx
      .selectFrom("file_contents")
      .select("id")
      .where("id", "=", taken?.id ?? "");
    await content.forShare().execute();
    await sweep();
  });
  expect(await left()).toEqual([taken?.id ?? ""]);
  await sweep();
  expect(await left()).toEqual([]);
});

test("a sweep ends early after many failures", async () => {
  const keys = await condemned(21);
  const stuck = keys.slice(0, 20);
  for (const key of stuck) await hold(key);
  await expect(sweep()).rejects.toThrow();
  expect(await left()).toHaveLength(keys.length);
  for (const key of stuck) await rm(pathOf(key), { recursive: true });
  await sweep();
  expect(await left()).toEqual([]);
});

test("a content that becomes used during the sweep is kept", async () => {
  const { db, owner } = database;
  const { id: uploader_id } = await insertUser(db);
  const [content] = await condemned(1, false);
  if (!content) throw new Error("One was made");
  // The sweep's query takes as long as this lock is held.
  await sql`
    create function is_looked_at() returns boolean language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(1); return true; end'`.execute(owner);
  await sql`create policy slowly on file_contents using (is_looked_at())`.execute(owner);
  await sql`alter table file_contents enable row level security`.execute(owner);
  const file = { uploader_id, name: "notes.txt", type: "text/plain", size: 1 };
  await actDuring(
    database,
    async (tx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx);
      await tx
        .insertInto("files")
        .values({ ...file, id: Bun.randomUUIDv7(), content_id: content.id, created_at: new Date() })
        .execute();
    },
    sweep,
  );
  expect(await left()).toEqual([content.id]);
});
