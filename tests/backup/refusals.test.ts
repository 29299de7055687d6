import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, rename, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { NO_MIGRATIONS } from "kysely/migration";
import { assertContentsWhole, copyContentsIn } from "../../server/backup/contents.ts";
import { manifestName, readManifest, tablePath } from "../../server/backup/manifest.ts";
import { assertTablesWhole, openBackup } from "../../server/backup/read-backup.ts";
import { assertEmptyPlace, restoreDesk } from "../../server/backup/restore-desk.ts";
import { withSnapshot } from "../../server/backup/snapshot.ts";
import { writeBackup } from "../../server/backup/write-backup.ts";
import { createMigrator } from "../../server/db/migrate.ts";
import { saveUpload } from "../../server/files/upload.ts";
import { actingAs } from "../support/acting.ts";
import { insertUser } from "../support/builders.ts";
import { makeScratch, storeIn, tableNames } from "../support/desk-copies.ts";
import { createTestDatabase, type TestDatabase, testPostgres } from "../support/postgres.ts";

let scratch: Awaited<ReturnType<typeof makeScratch>>;
let from: TestDatabase;
let whole: string;
const now = new Date();

beforeAll(async () => {
  scratch = await makeScratch();
  from = await createTestDatabase();
  const agent = await insertUser(from.db, { role: "Agent", company_scope: "all" });
  const store = storeIn(join(scratch.folder, "from"));
  const body = new Blob(["some bytes"]).stream();
  const received = await store.receive(body, { bytes: 100, stallMs: 5_000, totalMs: 5_000 });
  const upload = { name: "notes.txt", claimedType: "text/plain", received };
  await saveUpload(await actingAs(from.db, agent), store, upload);
  // A content that is arriving or condemned need not be in the store.
  const bytesOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();
  const of = { size: 1, created_at: now };
  await from.db
    .insertInto("file_contents")
    .values([
      { id: Bun.randomUUIDv7(), sha256: bytesOf("arriving"), ...of },
      { id: Bun.randomUUIDv7(), sha256: bytesOf("going"), ...of, placed_at: now, removed_at: now },
    ])
    .execute();
  whole = join(scratch.folder, "whole");
  await writeBackup(whole, { ownerUrl: from.ownerUrl, store, now });
}, 120_000);
afterAll(async () => {
  await from.drop();
  await scratch.remove();
});

let copies = 0;
async function copyOfIt(): Promise<string> {
  copies += 1;
  const folder = join(scratch.folder, `copy-${copies}`);
  await cp(whole, folder, { recursive: true });
  return folder;
}

async function check(folder: string): Promise<string> {
  try {
    const manifest = await readManifest(folder);
    await assertTablesWhole(folder, manifest);
    await assertContentsWhole(folder, manifest);
    return "whole";
  } catch (error) {
    return error instanceof Error ? error.message.replace(scratch.folder, "") : "";
  }
}

function onlyAttachment(folder: string): string {
  const [path = ""] = new Bun.Glob("files/??/??/*").scanSync({ cwd: folder });
  return join(folder, path);
}

describe("before anything is restored", () => {
  test("a complete backup is accepted", async () => {
    expect(await check(await copyOfIt())).toBe("whole");
  });

  test("an unfinished backup has no manifest", async () => {
    const folder = await copyOfIt();
    await rm(join(folder, manifestName));
    expect(await check(folder)).toEndWith("is no whole backup: it has no manifest.json.");
    expect(await check(join(scratch.folder, "nowhere"))).toContain("is no whole backup");
  });

  test("a backup with a truncated, changed or missing table is damaged", async () => {
    const cut = await copyOfIt();
    await truncate(tablePath(cut, "users"), 20);
    expect(await check(cut)).toMatch(/users\.jsonl\.gz is damaged: nothing was restored\.$/);
    const changed = await copyOfIt();
    const path = tablePath(changed, "users");
    const bytes = await Bun.file(path).bytes();
    bytes[30] = (bytes[30] ?? 0) ^ 1;
    await Bun.write(path, bytes);
    expect(await check(changed)).toMatch(/users\.jsonl\.gz is damaged/);
    await rm(path);
    expect(await check(changed)).toMatch(/users\.jsonl\.gz is damaged/);
  });

  test("a changed or missing attachment is reported by its name", async () => {
    const changed = await copyOfIt();
    await chmod(onlyAttachment(changed), 0o600);
    await Bun.write(onlyAttachment(changed), "same bytes");
    expect(await check(changed)).toEndWith("is damaged: nothing was restored.");
    const gone = await copyOfIt();
    await rm(onlyAttachment(gone));
    expect(await check(gone)).toEndWith("is missing: nothing was restored.");
  });

  test("a backup of a later release is refused as such", async () => {
    const folder = await copyOfIt();
    const manifest = await readManifest(folder);
    manifest.migrations.push("20301224T0600-fly");
    await Bun.write(join(folder, manifestName), JSON.stringify(manifest));
    expect(await check(folder)).toContain("of a later release (it knows 20301224T0600-fly)");
    await Bun.write(join(folder, manifestName), JSON.stringify({ ...manifest, format: 2 }));
    expect(await check(folder)).toEndWith("manifest.json is damaged.");
    await Bun.write(join(folder, manifestName), "{");
    expect(await check(folder)).toEndWith("manifest.json is damaged.");
  });
});

const notEmpty = "This database is not empty: nothing was restored.";

test("an existing workspace is not touched", async () => {
  await expect(assertEmptyPlace({ ...from, appRole: null })).rejects.toThrow(notEmpty);
});

test.each([
  "create table wiki (page text)",
  "create view wiki as select 1 as page",
  "create materialized view wiki as select 1 as page",
  "create sequence wiki",
  "create table wiki (page text) partition by list (page)",
])("nothing is restored into a place with other data: %s", async (made) => {
  const place = await createTestDatabase({ migrated: false });
  try {
    await sql.raw(made).execute(place.owner);
    const to = { ownerUrl: place.ownerUrl, appRole: null };
    await expect(assertEmptyPlace(to)).rejects.toThrow(notEmpty);
    const desk = openBackup(whole, await readManifest(whole));
    await expect(restoreDesk(to, desk, { now, goesOn: false })).rejects.toThrow(notEmpty);
  } finally {
    await place.drop();
  }
});

test("the rest of an emptied demo counts as empty", async () => {
  const place = await createTestDatabase({ migrated: false });
  try {
    await createMigrator(place.owner).migrateTo(NO_MIGRATIONS);
    expect(await tableNames(place.db)).toEqual(["kysely_migration", "kysely_migration_lock"]);
    await assertEmptyPlace({ ownerUrl: place.ownerUrl, appRole: null });
  } finally {
    await place.drop();
  }
});

test("a restore that fails midway leaves an empty database", async () => {
  const place = await createTestDatabase({ migrated: false });
  try {
    const { appRole } = await testPostgres();
    const desk = openBackup(whole, await readManifest(whole));
    const broken = {
      ...desk,
      async *rows(table: (typeof desk.tables)[number]) {
        if (table.name === "users") throw new Error("The disk is gone");
        yield* desk.rows(table);
      },
    };
    const restoring = restoreDesk({ ...place, appRole }, broken, { now, goesOn: false });
    await expect(restoring).rejects.toThrow("The disk is gone");
    expect(await tableNames(place.db)).toEqual([]);
    // There is nothing to back up either.
    const copying = withSnapshot(place.ownerUrl, async () => {});
    await expect(copying).rejects.toThrow("There is no desk in this database.");
  } finally {
    await place.drop();
  }
}, 120_000);

test("a backup that fails leaves nothing under its name", async () => {
  const folder = join(scratch.folder, "failing");
  const store = {
    read() {
      // An unfinished one has another name.
      const why = existsSync(folder) ? "It has its name already" : "The bucket is away";
      return Promise.reject(new Error(why));
    },
  };
  const writing = writeBackup(folder, { ownerUrl: from.ownerUrl, store, now });
  await expect(writing).rejects.toThrow("The bucket is away");
  expect([...new Bun.Glob("failing*").scanSync({ cwd: scratch.folder, onlyFiles: false })]).toEqual(
    [],
  );
});

const breakingOff = (code: string) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(Object.assign(new Error("It breaks off"), { code }));
    },
  });

test.each([
  ["cannot be read to its end", () => breakingOff("EIO")],
  ["is shorter than it was", () => new Blob(["some byte"])],
  ["has other bytes", () => new Blob(["same bytes"])],
])("an attachment that %s is named, and nothing of it is kept", async (what, read) => {
  const folder = join(scratch.folder, what);
  const store = { read: async () => read() };
  const manifest = await writeBackup(folder, { ownerUrl: from.ownerUrl, store, now });
  expect([manifest.missing.length, manifest.attachments]).toEqual([1, { count: 0, bytes: 0 }]);
  expect([...new Bun.Glob("files/**/*").scanSync({ cwd: folder })]).toEqual([]);
  expect(await check(folder)).toBe("whole");
});

test("a full disk is a fault of the whole backup", async () => {
  const folder = join(scratch.folder, "full");
  const store = { read: async () => breakingOff("ENOSPC") };
  const writing = writeBackup(folder, { ownerUrl: from.ownerUrl, store, now });
  await expect(writing).rejects.toThrow("It breaks off");
});

test("a missing attachment is named, and everything else is backed up", async () => {
  const folder = join(scratch.folder, "incomplete");
  const store = storeIn(join(scratch.folder, "from"));
  const path = onlyAttachment(join(scratch.folder, "from"));
  const aside = join(scratch.folder, "aside");
  await mkdir(aside);
  await rename(path, join(aside, "content"));
  const manifest = await writeBackup(folder, { ownerUrl: from.ownerUrl, store, now });
  await rename(join(aside, "content"), path);
  expect(manifest.missing).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(manifest.attachments.count).toBe(0);
  expect(await check(folder)).toBe("whole");
  await copyContentsIn(folder, manifest, storeIn(join(scratch.folder, "to")));
});
