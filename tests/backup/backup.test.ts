import { afterAll, beforeAll, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { copyContentsIn } from "../../server/backup/contents.ts";
import { derivedTables, leftOut } from "../../server/backup/desk-copy.ts";
import type { Manifest } from "../../server/backup/manifest.ts";
import { openBackup } from "../../server/backup/read-backup.ts";
import { restoreDesk } from "../../server/backup/restore-desk.ts";
import { writeBackup } from "../../server/backup/write-backup.ts";
import { insertSession, insertUser } from "../support/builders.ts";
import {
  allRows,
  fillDesk,
  makeScratch,
  searchOf,
  shapeOf,
  storeIn,
  tableNames,
} from "../support/desk-copies.ts";
import { wrongMailCounts } from "../support/mail-counts.ts";
import { createTestDatabase, type TestDatabase, testPostgres } from "../support/postgres.ts";

let scratch: Awaited<ReturnType<typeof makeScratch>>;
let from: TestDatabase;
let to: TestDatabase;
let manifest: Manifest;
let backup: string;
const now = new Date();

beforeAll(async () => {
  scratch = await makeScratch();
  from = await createTestDatabase();
  to = await createTestDatabase({ migrated: false });
  const store = storeIn(join(scratch.folder, "from"));
  await speakGerman(from);
  await fillDesk(from.db, store);
  await addWhatIsRare(from);
  await addWhatPasses(from);
  backup = join(scratch.folder, "backup");
  manifest = await writeBackup(backup, { ownerUrl: from.ownerUrl, store, now });
  await copyContentsIn(backup, manifest, storeIn(join(scratch.folder, "to")));
  const { appRole } = await testPostgres();
  const place = { ownerUrl: to.ownerUrl, appRole };
  await restoreDesk(place, openBackup(backup, manifest), { now, goesOn: true });
}, 120_000);
afterAll(async () => {
  await Promise.all([from?.drop(), to?.drop()]);
  await scratch?.remove();
});

/** A language other than the default. */
async function speakGerman({ db }: TestDatabase): Promise<void> {
  await db.updateTable("desk").set({ language: "german" }).execute();
  await sql`select speak_in_search(language, language) from desk`.execute(db);
}

/** Texts that break careless formats, bytes, infinite times, and a skipped number. */
async function addWhatIsRare({ db, owner }: TestDatabase): Promise<void> {
  await insertUser(db, { first_name: 'Tab\t "quoted" \\N', last_name: "line\nbreak ü 🎈 \u2028" });
  await sql`insert into desk_logos (hash, type, bytes, created_at)
    values (repeat('ab', 32), 'image/png', '\\x00ff0a0d5c', 'infinity')`.execute(owner);
  await sql`insert into audit_personal (audit_id, at, before, after)
    values (gen_random_uuid(), '2026-02-28 23:59:59.123456+05:30', '{"a": [1.10, null, "\\n"]}',
      'null')`.execute(owner);
  await sql`select nextval('ticket_numbers')`.execute(owner);
  // As left by a release without it.
  await sql`alter table teams add column colour text, add column size integer`.execute(owner);
  await sql`alter table teams drop column colour, drop column size`.execute(owner);
}

/** Rows that are only valid at this moment. */
async function addWhatPasses({ db }: TestDatabase): Promise<void> {
  const { ticket_id, user_id } = await db
    .selectFrom("tickets")
    .select(["id as ticket_id", "requester_id as user_id"])
    .executeTakeFirstOrThrow();
  const [id, later] = [Bun.randomUUIDv7(), new Date(now.getTime() + 60_000)];
  await insertSession(db, user_id);
  await db
    .insertInto("links")
    .values({
      ...{ id, kind: "reset", token_hash: "ab".repeat(32), user_id },
      ...{ created_at: now, expires_at: later },
    })
    .execute();
  await db.insertInto("live_events").values({ id, topic: "tickets", audience: "staff" }).execute();
  await db
    .insertInto("presence")
    .values({ ticket_id, user_id, typing: false, seen_at: now })
    .execute();
  await db
    .insertInto("attempts_under_way")
    .values({ id, keys: ["n:somewhere"], lapses_at: later })
    .execute();
}

test("every table of the copy has all rows, generated columns included", async () => {
  const [before, after] = await Promise.all([allRows(from.db), allRows(to.db)]);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [table, rows] of Object.entries(before)) {
    expect({ table, rows: after[table] }).toEqual({ table, rows });
  }
  const filled = Object.values(before).filter((rows) => rows.length > 0).length;
  expect(filled).toBeGreaterThan(20);
}, 120_000);

test("received mails are counted in the copy, and those that change there", async () => {
  expect(await wrongMailCounts(to.db)).toEqual([]);
  await to.db
    .transaction()
    .execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("inbound_mails")
        .set({ state: "message", reason: null })
        .executeTakeFirstOrThrow();
      expect(numUpdatedRows).toBeGreaterThan(10n);
      expect(await wrongMailCounts(tx)).toEqual([]);
      throw new Error("undone");
    })
    .catch((error) => expect(error).toEqual(new Error("undone")));
}, 60_000);

test("the manifest names every table with its row count, except excluded ones", async () => {
  const copied = manifest.tables.map(({ name }) => name);
  expect([...copied, ...Object.keys(leftOut)].sort()).toEqual(await tableNames(from.db));
  const held = Object.entries(await allRows(from.db)).map(([name, { length }]) => [name, length]);
  const counted = manifest.tables
    .filter(({ name }) => !derivedTables.includes(name))
    .map(({ name, rows }) => [name, rows] as const);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(held));
});

test("keys, indexes, triggers, sequences and grants are restored", async () => {
  expect(await shapeOf(to.db)).toEqual(await shapeOf(from.db));
});

test("the audit log of the copy is append-only", async () => {
  await expect(from.owner.deleteFrom("audit_log").execute()).rejects.toThrow("append-only");
  await expect(to.owner.deleteFrom("audit_log").execute()).rejects.toThrow("append-only");
});

test("search works in the copy", async () => {
  expect(await searchOf(to.db)).toEqual(await searchOf(from.db));
});

test.each(["sessions", "links", "live_events", "presence", "attempts_under_way"] as const)(
  "no session or mailed link works in the copy: it has no %s",
  async (table) => {
    const rows = ({ db }: TestDatabase) => db.selectFrom(table).selectAll().execute();
    expect(await rows(from)).not.toEqual([]);
    expect(await rows(to)).toEqual([]);
  },
);

test("a backup is readable by its creator only", () => {
  const inside = [...new Bun.Glob("**").scanSync({ cwd: backup, onlyFiles: false })];
  expect(inside.length).toBeGreaterThan(20);
  for (const name of [".", ...inside]) {
    expect({ name, open: statSync(join(backup, name)).mode & 0o077 }).toEqual({ name, open: 0 });
  }
});

test("attachments are in the other store under the same names, with the same bytes", async () => {
  const filesOf = async (name: string) => {
    const folder = join(scratch.folder, name, "files");
    const paths = [...new Bun.Glob("??/??/*").scanSync({ cwd: folder })].sort();
    return await Promise.all(
      paths.map(async (path) => [path, Bun.hash(await Bun.file(join(folder, path)).bytes())]),
    );
  };
  // Files of held mails and others that nothing uses are in the store until its next sweep, and are not copied.
  const unused = await from.db
    .selectFrom("file_contents")
    .select("id")
    .where((eb) => eb.or([eb("placed_at", "is", null), eb("removed_at", "is not", null)]))
    .execute();
  const isUsed = (path: string) => !unused.some(({ id }) => path.endsWith(id));
  const before = (await filesOf("from")).filter(([path]) => isUsed(String(path)));
  expect(before.length).toBeGreaterThan(5);
  expect(await filesOf("to")).toEqual(before);
});
