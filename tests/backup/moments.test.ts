import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { copyContentsIn } from "../../server/backup/contents.ts";
import { derivedTables } from "../../server/backup/desk-copy.ts";
import { openBackup } from "../../server/backup/read-backup.ts";
import { endInterruptedWork, restoreDesk } from "../../server/backup/restore-desk.ts";
import { withSnapshot } from "../../server/backup/snapshot.ts";
import { writeBackup } from "../../server/backup/write-backup.ts";
import { redactFiles } from "../../server/files/redact.ts";
import type { FileStore } from "../../server/files/store.ts";
import { sweepFiles } from "../../server/files/sweep.ts";
import { saveUpload } from "../../server/files/upload.ts";
import { releaseReply } from "../../server/tickets/release.ts";
import { actingAs } from "../support/acting.ts";
import { insertMessage, insertTicket, insertUser, type UserRow } from "../support/builders.ts";
import { allRows, makeScratch, storeIn } from "../support/desk-copies.ts";
import { endKeeper } from "../support/end-keeper.ts";
import { createTestDatabase, type TestDatabase, testPostgres } from "../support/postgres.ts";

let scratch: Awaited<ReturnType<typeof makeScratch>>;
let from: TestDatabase;
let agent: UserRow;
let customer: UserRow;
const made: TestDatabase[] = [];
const now = new Date();

beforeAll(async () => {
  scratch = await makeScratch();
  from = await aDesk();
  agent = await insertUser(from.db, { role: "Agent", company_scope: "all" });
  customer = await insertUser(from.db, { role: "Customer" });
}, 120_000);
afterAll(async () => {
  await Promise.all(made.map((database) => database.drop()));
  await scratch.remove();
});

async function aDesk(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(options);
  made.push(database);
  return database;
}

async function emptyPlace() {
  const database = await aDesk({ migrated: false });
  const { appRole } = await testPostgres();
  return { ...database, appRole };
}

/** A ticket with its message, in one transaction like any action. */
async function act(subject: string): Promise<void> {
  await from.db.transaction().execute(async (tx) => {
    const id = Bun.randomUUIDv7();
    const at = new Date();
    await tx
      .insertInto("tickets")
      .values({
        ...{ id, subject, channel: "web", requester_id: customer.id, waiting_for: "us" },
        ...{ created_at: at, updated_at: at, publicly_updated_at: at },
        ...{ waiting_since: at, unassigned_since: at },
      })
      .execute();
    await tx.insertInto("ticket_people").values({ ticket_id: id, user_id: customer.id }).execute();
    await insertMessage(tx as typeof from.db, { ticket_id: id, author_id: customer.id });
    await tx
      .updateTable("users")
      .set({ first_name: subject })
      .where("id", "=", customer.id)
      .execute();
  });
}

test("changes made during the backup are in none of its tables", async () => {
  await act("Before");
  const before = await allRows(from.db);
  const place = await emptyPlace();
  let acts = 0;
  await withSnapshot(from.ownerUrl, (desk) =>
    restoreDesk(
      place,
      {
        ...desk,
        async *rows(table) {
          acts += 1;
          await act(`In between ${acts}`);
          yield* desk.rows(table);
        },
      },
      { now, goesOn: true },
    ),
  );
  expect(acts).toBe(Object.keys(before).length + derivedTables.length);
  const after = await allRows(place.db);
  for (const [table, rows] of Object.entries(before)) {
    expect({ table, rows: after[table] }).toEqual({ table, rows });
  }
  // New numbers come after all that the desk has used.
  const { number } = await from.db
    .selectFrom("tickets")
    .select((select) => select.fn.max("number").as("number"))
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ next: number }>`
    select nextval('ticket_numbers') as next`.execute(place.db);
  expect(rows[0]?.next).toBeGreaterThan(Number(number) - acts);
}, 120_000);

test("no table changes its shape during the backup", async () => {
  // The lock that every change of a table needs.
  const change = () =>
    from.owner
      .transaction()
      .execute((tx) => sql`lock table teams in access exclusive mode nowait`.execute(tx));
  await withSnapshot(from.ownerUrl, async () => {
    await expect(change()).rejects.toThrow();
  });
  await change();
});

test.each([
  [true, "queued"],
  [false, "skipped"],
] as const)(
  "waiting work is done after a move (%p), not after a restore",
  async (goesOn, state) => {
    const id = Bun.randomUUIDv7();
    await from.db
      .insertInto("outgoing_mails")
      .values({
        ...{ id, template: "reset", user_id: agent.id, data: {} },
        ...{ next_attempt_at: now, created_at: now },
      })
      .execute();
    const place = await emptyPlace();
    await withSnapshot(from.ownerUrl, (desk) => restoreDesk(place, desk, { now, goesOn }));
    const mail = place.db.selectFrom("outgoing_mails").select("state").where("id", "=", id);
    expect(await mail.execute()).toEqual([{ state }]);
  },
  120_000,
);

test("an attachment deleted during the backup is still in it", async () => {
  const store = storeIn(join(scratch.folder, "from"));
  const ids = [await attach(store, "first bytes"), await attach(store, "other bytes")];
  const contents = async () =>
    (await from.db.selectFrom("file_contents").select("id").execute()).length;
  let swept = 0;
  const sweeping: FileStore = {
    ...store,
    async read(key, range) {
      await from.db.transaction().execute((tx) => redactFiles(tx, { ids }, now));
      await sweepFiles({ db: from.db, now }, store);
      swept += 1;
      return await store.read(key, range);
    },
  };
  const folder = join(scratch.folder, "kept");
  const manifest = await writeBackup(folder, { ownerUrl: from.ownerUrl, store: sweeping, now });
  expect([swept, manifest.missing, manifest.attachments]).toEqual([2, [], { count: 2, bytes: 22 }]);
  // After the copy they are deleted as usual.
  expect(await contents()).toBe(2);
  await sweepFiles({ db: from.db, now }, store);
  expect(await contents()).toBe(0);

  const place = await emptyPlace();
  const there = storeIn(join(scratch.folder, "to"));
  await copyContentsIn(folder, manifest, there);
  await restoreDesk(place, openBackup(folder, manifest), { now, goesOn: false });
  const files = await place.db.selectFrom("files").select("name").execute();
  expect(files.map(({ name }) => name)).toEqual(["notes.txt", "notes.txt"]);
}, 120_000);

test("a backup during which attachments could have been deleted fails", async () => {
  const store = storeIn(join(scratch.folder, "from"));
  await attach(store, "more bytes");
  const losing: Pick<FileStore, "read"> = {
    async read(key, range) {
      await endKeeper(from);
      return await store.read(key, range);
    },
  };
  const folder = join(scratch.folder, "not-kept");
  const writing = writeBackup(folder, { ownerUrl: from.ownerUrl, store: losing, now });
  await expect(writing).rejects.toThrow("keeps attachments from being removed was lost");
  expect(await readdir(scratch.folder)).not.toContain("not-kept");
}, 120_000);

test("with rows of any length, only a few megabytes are in memory", async () => {
  const ticket = await insertTicket(from.db, { requester_id: customer.id });
  // Random, so that Postgres cannot compress it; short ones first, so that many fit in one read.
  await sql`
    insert into messages (id, ticket_id, home_ticket_id, author_id, kind, created_at, body)
    select uuid_v7(), ${ticket.id}::uuid, ${ticket.id}::uuid, ${agent.id}::uuid, 'note', now(),
      case when n <= 2000 then 'Short' else (
        select string_agg(encode(sha512(random()::text::bytea), 'hex'), '')
        from generate_series(1, 250 + n % 2)) end
    from generate_series(1, 2900) n`.execute(from.db);
  const count = await from.db
    .selectFrom("messages")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const pieces = await piecesOf("messages");
  const rows = pieces.reduce((sum, [, held = 0]) => sum + held, 0);
  expect(rows).toBe(Number(count.count));
  expect(pieces.length).toBeGreaterThan(3);
  expect(Math.max(...pieces.map(([length = 0]) => length))).toBeLessThan(8_000_000);
}, 120_000);

test("a table whose rows are long from the first is read to its end", async () => {
  await sql`
    insert into audit_personal (audit_id, at, before)
    select gen_random_uuid(), now(), to_jsonb((
      select string_agg(md5(random()::text), '') from generate_series(1, 1500 + n % 2)))
    from generate_series(1, 150) n`.execute(from.owner);
  const pieces = await piecesOf("audit_personal");
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.reduce((sum, [, held = 0]) => sum + held, 0)).toBeGreaterThanOrEqual(150);
});

/** How long each piece of a table is, and how many rows it has. */
function piecesOf(name: string): Promise<number[][]> {
  return withSnapshot(from.ownerUrl, async (desk) => {
    const table = desk.tables.find((one) => one.name === name);
    if (!table) throw new Error(`There is no ${name}`);
    return await Array.fromAsync(desk.rows(table), ({ lines, count }) => [lines.length, count]);
  });
}

async function attach(store: FileStore, text: string): Promise<string> {
  const body = new Blob([text]).stream();
  const received = await store.receive(body, { bytes: 100, stallMs: 5_000, totalMs: 5_000 });
  const upload = { name: "notes.txt", claimedType: "text/plain", received };
  return (await saveUpload(await actingAs(from.db, agent), store, upload)).id;
}

test("a restored workspace sends no waiting mail and restarts no jobs", async () => {
  const { db, owner } = await aDesk();
  const [by, to] = [await insertUser(db, { role: "Super Admin" }), await insertUser(db)];
  const ticket = await insertTicket(db, { requester_id: to.id });
  const mail = { template: "password-changed", data: {}, next_attempt_at: now, created_at: now };
  await db
    .insertInto("outgoing_mails")
    .values([
      { id: Bun.randomUUIDv7(), user_id: to.id, ...mail },
      { id: Bun.randomUUIDv7(), user_id: to.id, ...mail, state: "sent", sent_at: now },
    ])
    .execute();
  await db
    .insertInto("jobs")
    .values({
      ...{ id: Bun.randomUUIDv7(), kind: "tickets", owner_id: by.id, input: {}, total: 3 },
      ...{ request_id: Bun.randomUUIDv7(), created_at: now, state: "running" },
      ...{ network: "203.0.113.0/24", leased_until: now },
    })
    .execute();
  const reply = await insertMessage(db, {
    ...{ ticket_id: ticket.id, author_id: by.id, released_at: null },
    release_at: new Date(now.getTime() - 1000),
  });
  const of = { ticket_id: ticket.id, author_id: by.id };
  await insertMessage(db, of);
  await insertMessage(db, { ...of, kind: "note" });
  await insertMessage(db, { ...of, released_at: null, redacted_at: now, body: "" });
  const { id: endedBefore } = await db
    .insertInto("jobs")
    .values({
      ...{ id: Bun.randomUUIDv7(), kind: "tickets", owner_id: by.id, input: {}, total: 3 },
      ...{ request_id: Bun.randomUUIDv7(), created_at: now, state: "done", ended_at: new Date(0) },
    })
    .returning("id")
    .executeTakeFirstOrThrow();

  await owner.transaction().execute((tx) => endInterruptedWork(tx, now));
  expect(await releaseReply(db, new Date())).toBe(true);
  const mails = await db
    .selectFrom("outgoing_mails")
    .select(["state", "message_id", "error"])
    .execute();
  const error = "It was waiting when the backup was made, and may have been sent since.";
  expect(mails).toHaveLength(3);
  expect(mails).toContainEqual({ state: "sent", message_id: null, error: null });
  expect(mails).toContainEqual({ state: "skipped", message_id: null, error });
  expect(mails).toContainEqual({ state: "skipped", message_id: reply.id, error });
  const ended = ["state", "ended_at", "leased_until", "network"] as const;
  const running = db.selectFrom("jobs").select(ended).where("id", "<>", endedBefore);
  const done = db.selectFrom("jobs").select("state").where("id", "=", endedBefore);
  expect(await done.execute()).toEqual([{ state: "done" }]);
  expect(await running.execute()).toEqual([
    { state: "cancelled", ended_at: now, leased_until: null, network: null },
  ]);
}, 120_000);
