import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import {
  insertMessage,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { insertMailbox } from "../../tests/support/mail-desk.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { assertNotPaused, pauseDesk, readPause, resumeDesk } from "../backup/pause.ts";
import type { Db } from "../db/database.ts";
import { createLog } from "../log.ts";
import { leaseMail } from "../mail/outbox/lease.ts";
import { releaseReply } from "../tickets/release.ts";
import { watchRecovery } from "./watch-recovery.ts";

let database: TestDatabase;
let dataDir: string;
let ana: UserRow;
let lines: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "frontdesk-recovery-"));
  ana = await insertUser(database.db);
  lines = [];
}, 60_000);
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const log = createLog("warn", (line) => void lines.push(line));

async function start(db: Db, folder = dataDir): Promise<void> {
  const watch = await watchRecovery({ db, dataDir: folder, log });
  watch.stop();
}

async function queueMail(db: Db): Promise<string> {
  const [id, now] = [Bun.randomUUIDv7(), new Date()];
  await db
    .insertInto("outgoing_mails")
    .values({
      ...{ id, template: "reset", user_id: ana.id, data: {} },
      ...{ next_attempt_at: now, created_at: now },
    })
    .execute();
  return id;
}

async function insertWebhook(db: Db): Promise<void> {
  await sql`
    insert into webhooks (id, name, url, types, content, secrets, created_by, created_at)
    values (uuid_v7(), 'Chat', 'https://hooks.test', '{ticket.created}', 'ids', 'none', ${ana.id}, now())`.execute(
    db,
  );
}

const leased = async (db: Db) => (await leaseMail(db, new Date(), 1000))?.id ?? null;
const resume = (db: Db, sendMails: boolean) =>
  db
    .transaction()
    .execute((tx) =>
      resumeDesk(tx, { now: new Date(), requestId: "test", actorId: null }, { sendMails }),
    );
/** Restores a moment at which the heartbeat was older. */
const goBack = (db: Db, by: string) =>
  sql`update recovery_state set last_seen = last_seen - ${by}::interval`.execute(db);

test("a first start and the next ones pause nothing", async () => {
  await start(database.db);
  await start(database.db);
  expect(await readPause(database.db)).toBeNull();
  expect(lines).toEqual([]);
});

test("a copy of the database holds its mail and pauses webhooks and mailboxes until resumed", async () => {
  await start(database.db);
  const waiting = await queueMail(database.db);
  await insertWebhook(database.db);
  const mailbox = await insertMailbox(database.db);
  await insertMailbox(database.db, {
    address: "old@acme.test",
    name: "Old",
    paused_at: new Date("2026-01-01T00:00:00Z"),
  });
  await database.db.destroy();
  await database.owner.destroy();
  const copy = await createTestDatabase({ template: database.name });
  const { db } = copy;
  try {
    // On another machine, with an empty folder.
    await start(db, join(dataDir, "new"));
    expect(await readPause(db)).toMatchObject({
      ...{ why: "restored", mails: 1, webhooks: 1, mailboxes: 1 },
    });
    expect(lines.join()).toContain("desk.paused");
    expect(await leased(db)).toBeNull();
    const later = await queueMail(db);
    expect(await leased(db)).toBe(later);

    // The next start changes nothing.
    const before = await readPause(db);
    await start(db, join(dataDir, "new"));
    expect(await readPause(db)).toEqual(before);

    expect(await resume(db, true)).toBe(true);
    expect(await leased(db)).toBe(waiting);
    expect(await readPause(db)).toBeNull();
    const paused = await db
      .selectFrom("mailboxes")
      .select(["id", "paused_at"])
      .where("paused_at", "is not", null)
      .execute();
    expect(paused.map(({ id }) => id)).not.toContain(mailbox.id);
    expect(paused).toHaveLength(1);
    expect(await db.selectFrom("webhooks").select(["state"]).execute()).toEqual([
      { state: "active" },
    ]);
    expect(await resume(db, true)).toBe(false);
  } finally {
    await copy.drop();
  }
}, 60_000);

test("an earlier moment is noticed by the data folder, once for several servers", async () => {
  const { db } = database;
  const other = join(dataDir, "other");
  await start(db);
  await start(db, other);
  await queueMail(db);
  await goBack(db, "1 hour");
  await start(db);
  expect(await readPause(db)).toMatchObject({ why: "rewound", mails: 1 });
  await resume(db, false);
  expect(await db.selectFrom("outgoing_mails").select("state").execute()).toEqual([
    { state: "skipped" },
  ]);
  await start(db, other);
  expect(await readPause(db)).toBeNull();
});

test("a running server notices an earlier moment; the seconds a failover can lose are tolerated", async () => {
  const { db } = database;
  const watch = await watchRecovery({ db, dataDir, log, everyMs: 20 });
  try {
    await goBack(db, "30 seconds");
    await Bun.sleep(200);
    expect(await readPause(db)).toBeNull();
    await goBack(db, "10 minutes");
    const until = Date.now() + 5_000;
    while (!(await readPause(db)) && Date.now() < until) await Bun.sleep(20);
    expect(await readPause(db)).toMatchObject({ why: "rewound" });
  } finally {
    watch.stop();
  }
});

test("a reply that was about to be released waits with the other mail", async () => {
  const { db } = database;
  const agent = await insertUser(db, { role: "Agent" });
  const { id: ticket_id } = await insertTicket(db, { requester_id: ana.id });
  await insertMessage(db, {
    ...{ ticket_id, author_id: agent.id, released_at: null },
    release_at: new Date(Date.now() - 60_000),
  });
  await db.transaction().execute((tx) => pauseDesk(tx, "command", new Date()));
  await releaseReply(db, new Date());
  expect(await readPause(db)).toMatchObject({ why: "command", mails: 1 });
  expect(await leased(db)).toBeNull();
});

test("a paused desk is not moved, since what it holds would be sent", async () => {
  const { db, ownerUrl } = database;
  await assertNotPaused(ownerUrl);
  await db.transaction().execute((tx) => pauseDesk(tx, "command", new Date()));
  await expect(assertNotPaused(ownerUrl)).rejects.toThrow("Resume them first: bun run resume.");
  await resume(db, true);
  await assertNotPaused(ownerUrl);
});
