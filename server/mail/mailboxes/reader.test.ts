import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MailboxFields } from "../../../shared/mailboxes.ts";
import { actingAs } from "../../../tests/support/acting.ts";
import { insertUser } from "../../../tests/support/builders.ts";
import { type Dovecot, startDovecot } from "../../../tests/support/dovecot.ts";
import { startOddImap } from "../../../tests/support/odd-imap.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { startProxy } from "../../../tests/support/proxy.ts";
import { readConfig } from "../../config.ts";
import { createEncryption } from "../../encryption.ts";
import { createFileStore } from "../../files/store.ts";
import { createGuardedFetch } from "../../guarded-fetch.ts";
import { createLog } from "../../log.ts";
import {
  compareMailbox,
  createMailbox,
  pauseMailbox,
  removeMailbox,
  retryMailbox,
  updateMailbox,
} from "./commands.ts";
import { getMailbox } from "./queries.ts";
import { type MailboxWorker, startMailboxWorker } from "./worker.ts";

// Failing mailboxes are warned of, which is what some of these tests bring about.
const log = createLog("error");
const keyBytes = new Uint8Array(32).fill(7);
const encryption = createEncryption([keyBytes]);

let imap: Dovecot;
let database: TestDatabase;
let dataDir = "";
let workers: MailboxWorker[] = [];
let login = "";
let accounts = 0;

beforeAll(async () => {
  imap = await startDovecot();
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "frontdesk-mailboxes-"));
}, 120_000);
afterAll(async () => {
  await Promise.all([imap?.stop(), database?.drop(), rm(dataDir, { recursive: true })]);
});
beforeEach(async () => {
  accounts += 1;
  login = `support-${accounts}`;
  await imap.setPassword(login, "secret");
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

test("each mail is stored once, in the order of arrival, and stays unread", async () => {
  const id = await connect({ backlogDays: 7 });
  await imap.deliver(login, mail(1), mail(2), mail(3));
  start();
  await stored(id, 3);
  // Announced by IDLE: the next look into the folder is a minute away.
  await imap.deliver(login, mail(4), mail(5));
  expect(await stored(id, 5)).toEqual([1, 2, 3, 4, 5].map((n) => `<${n}@acme.test>`));
  expect((await folderOf(id)).last_uid).toBe(5);
}, 60_000);

test("from now on: a folder of 2,000 mails is connected without reading one of them", async () => {
  await imap.deliver(login, ...Array.from({ length: 2_000 }, (_, n) => mail(n)));
  // The mail server's times are whole seconds.
  await Bun.sleep(1_100);
  const id = await connect();
  start();
  await state(id, "watching");
  await imap.deliver(login, mail(9_999));
  expect(await stored(id, 1)).toEqual(["<9999@acme.test>"]);
  expect(await folderOf(id)).toMatchObject({ first_uid: 2_001, last_uid: 2_001 });
}, 60_000);

test("from now on: a mail that arrives before the first connection is read too", async () => {
  const id = await connect();
  await imap.deliver(login, mail(1));
  start();
  expect(await stored(id, 1)).toEqual(["<1@acme.test>"]);
}, 60_000);

test("older mail is read after new mail and marked as backlog", async () => {
  await imap.deliver(login, mail(1), mail(2));
  // The mail server's times are whole seconds.
  await Bun.sleep(1_100);
  const id = await connect({ backlogDays: 30 });
  start();
  await stored(id, 2);
  await state(id, "watching");
  const rows = await rowsOf(id);
  expect(rows.map(({ is_backlog, uid }) => ({ is_backlog, uid }))).toEqual([
    { is_backlog: true, uid: 1 },
    { is_backlog: true, uid: 2 },
  ]);
  expect((await folderOf(id)).backlog_since).toBeNull();
}, 60_000);

test("a cut connection is opened again, and nothing is missed or doubled", async () => {
  const proxy = startProxy(`imap://127.0.0.1:${imap.port}`);
  const id = await connect({ port: Number(new URL(proxy.url).port) });
  start();
  await state(id, "watching");
  await imap.deliver(login, mail(1));
  await stored(id, 1);
  proxy.cut();
  await state(id, "waiting");
  await imap.deliver(login, mail(2));
  proxy.mend();
  expect(await stored(id, 2)).toEqual(["<1@acme.test>", "<2@acme.test>"]);
  await state(id, "watching");
  expect(await detailsOf(id)).toMatchObject({ error: null, nextAttemptAt: null });
  proxy.cut();
}, 60_000);

test.each([
  ["closes the connection after each command", "closes", "The connection to 127.0.0.1 was cut"],
  ["answers with garbage", "garbage", "The connection to 127.0.0.1 was cut"],
  ["can't open the folder for now", "busy", "The mail server answered: The folder is in use"],
] as const)(
  "a server that %s is tried again, and nothing is missed or doubled",
  async (_, manner, words) => {
    const odd = await startOddImap(imap.port, "usual");
    try {
      const id = await connect({ port: odd.port });
      start();
      await state(id, "watching");
      await imap.deliver(login, mail(1));
      await stored(id, 1);
      odd.manner = manner;
      odd.cut();
      const fails = async () => (await detailsOf(id)).error?.startsWith(words) ?? false;
      await until(fails, `the words: ${words}`);
      await imap.deliver(login, mail(2));
      odd.manner = "usual";
      expect(await stored(id, 2)).toEqual(["<1@acme.test>", "<2@acme.test>"]);
      await state(id, "watching");
    } finally {
      await stopAll();
      odd.stop();
    }
  },
  60_000,
);

test("a server that lists 100,000 folders is read", async () => {
  const odd = await startOddImap(imap.port, "folders");
  try {
    const id = await connect({ port: odd.port });
    start();
    await state(id, "watching");
    await imap.deliver(login, mail(1));
    expect(await stored(id, 1)).toEqual(["<1@acme.test>"]);
  } finally {
    await stopAll();
    odd.stop();
  }
}, 60_000);

test("with a full disk the mailbox waits, and nothing is missed or doubled", async () => {
  const id = await connect();
  // No file can be longer than 100 KB, which is refused in the same way.
  const child = startReaderProcess(["sh", "-c", 'trap "" XFSZ; ulimit -f 200; exec "$@"', "sh"]);
  try {
    await state(id, "watching");
    const long = `${mail(2)}${`${"x".repeat(76)}\n`.repeat(4_000)}`;
    await imap.deliver(login, mail(1), long, mail(3));
    await state(id, "waiting");
    expect((await detailsOf(id)).error).toBe(
      "This server's disk is full. Mail waits on the mail server.",
    );
    expect(await stored(id, 1)).toEqual(["<1@acme.test>"]);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
  await database.db.deleteFrom("mailbox_leases").execute();
  await retryMailbox(await admin(), id);
  start();
  expect(await stored(id, 3)).toEqual([1, 2, 3].map((n) => `<${n}@acme.test>`));
}, 60_000);

test("new mail is no older mail, whatever the clocks say", async () => {
  const id = await connect();
  const hours = new Date(Date.now() + 5 * 60 * 60_000);
  await database.db
    .updateTable("mailboxes")
    .set({ created_at: hours })
    .where("id", "=", id)
    .execute();
  start();
  await state(id, "watching");
  await imap.deliver(login, mail(1));
  await stored(id, 1);
  expect(await rowsOf(id)).toMatchObject([{ is_backlog: false }]);
}, 60_000);

test("a changed password stops the mailbox until someone enters the new one", async () => {
  const id = await connect();
  start();
  await state(id, "watching");
  await imap.setPassword(login, "another");
  await imap.halt();
  await imap.start();
  await state(id, "rejected");
  const { error, nextAttemptAt } = await detailsOf(id);
  expect(error).toStartWith("The mail server refused the login or the password");
  expect(error).not.toContain("secret");
  expect(nextAttemptAt).toBeNull();
  await imap.deliver(login, mail(1));
  await updateMailbox(await admin(), { id, set: {}, base: {}, password: "another" }, key());
  expect(await stored(id, 1)).toEqual(["<1@acme.test>"]);
}, 60_000);

test("after the folder was renumbered only unknown mail is stored", async () => {
  const id = await connect();
  start();
  await state(id, "watching");
  await imap.deliver(login, mail(1), mail(2));
  await stored(id, 2);
  await stopAll();
  await imap.changeUidValidity(login);
  await imap.deliver(login, mail(3));
  start();
  expect(await stored(id, 3)).toEqual(["<1@acme.test>", "<2@acme.test>", "<3@acme.test>"]);
  await state(id, "watching");
  const { events } = await detailsOf(id);
  expect(events.map(({ text }) => text)).toContain("All older mail has been read.");
  expect(await rowsOf(id)).toHaveLength(3);
}, 60_000);

test("one of two servers reads the mailbox, and the other takes over", async () => {
  const id = await connect();
  const first = start();
  await state(id, "watching");
  const holder = await holderOf(id);
  start();
  await imap.deliver(login, mail(1));
  await stored(id, 1);
  await Bun.sleep(500);
  expect(await holderOf(id)).toBe(holder);
  await first.stop();
  await imap.deliver(login, mail(2));
  expect(await stored(id, 2)).toEqual(["<1@acme.test>", "<2@acme.test>"]);
  expect(await holderOf(id)).not.toBe(holder);
}, 60_000);

test.each([
  ["mark-read", null, { inbox: 1, read: 1, done: 0 }],
  ["move", "Done", { inbox: 0, read: 0, done: 1 }],
  ["delete", null, { inbox: 0, read: 0, done: 0 }],
] as const)(
  "after storing a mail the mail server does what was chosen: %s",
  async (afterStoring, moveTo, expected) => {
    const id = await connect({ afterStoring, moveTo });
    start();
    await state(id, "watching");
    await imap.deliver(login, mail(1));
    await stored(id, 1);
    await until(async () => (await folderOf(id)).acted_uid === 1, "the mail server to act");
    expect(await contentsOf()).toEqual(expected);
  },
  60_000,
);

test("the chosen action on the mail server is done after a crash, without storing the mail again", async () => {
  const id = await connect({ afterStoring: "delete" });
  start();
  await state(id, "watching");
  await imap.deliver(login, mail(1));
  await stored(id, 1);
  await until(async () => (await folderOf(id)).acted_uid === 1, "the mail server to act");
  await stopAll();
  // As after a crash between storing and deleting.
  await imap.deliver(login, mail(2));
  const folder = await folderOf(id);
  await database.db
    .insertInto("inbound_mails")
    .values({ ...storedRow, mailbox_id: id, uidvalidity: folder.uidvalidity, uid: 2 })
    .execute();
  await database.db
    .updateTable("mailbox_folders")
    .set({ last_uid: 2 })
    .where("mailbox_id", "=", id)
    .execute();
  start();
  await until(async () => (await folderOf(id)).acted_uid === 2, "the mail server to act");
  expect(await contentsOf()).toMatchObject({ inbox: 0 });
  expect(await rowsOf(id)).toHaveLength(2);
}, 60_000);

test("a mail over 60 MB is stored as headers and text", async () => {
  const id = await connect();
  start();
  await state(id, "watching");
  const attached = `${"A".repeat(76)}\n`.repeat(Math.ceil((61 * 1024 * 1024) / 77));
  await imap.deliver(
    login,
    `From: ana@acme.test\nSubject: Large\nMessage-ID: <large@acme.test>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\nSee the attached film.\n--b\nContent-Type: video/mp4\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=film.mp4\n\n${attached}\n--b--\n`,
  );
  await stored(id, 1);
  const [row] = await rowsOf(id);
  expect(row).toMatchObject({ is_partial: true });
  const original = await readOriginal(id);
  expect(original).toContain("Message-ID: <large@acme.test>\r\n");
  expect(original).toContain("See the attached film.");
  expect(original).toMatch(
    /The rest of this mail \(6\d MB\) was left out\. It is still in the mailbox\./,
  );
}, 120_000);

test("a server killed while it stores mail stores each one once in the end", async () => {
  const id = await connect({ backlogDays: 7 });
  const expected = Array.from({ length: 60 }, (_, n) => `<${n + 1}@acme.test>`);
  await imap.deliver(login, ...expected.map((_, n) => mail(n + 1)));
  for (const count of [5, 20, 40]) {
    const child = startReaderProcess();
    await until(async () => (await rowsOf(id)).length >= count, `${count} mails`);
    child.kill("SIGKILL");
    await child.exited;
    // The killed server's lease would hold for 30 s.
    await database.db.deleteFrom("mailbox_leases").execute();
  }
  start();
  expect(await stored(id, 60)).toEqual(expected);
}, 120_000);

test("a paused mailbox is not read, and a removed one has no password", async () => {
  const id = await connect();
  start();
  await state(id, "watching");
  await pauseMailbox(await admin(), { id, paused: true });
  await until(async () => (await holderOf(id)) === undefined, "the reader to stop");
  await imap.deliver(login, mail(1));
  await Bun.sleep(500);
  expect(await rowsOf(id)).toEqual([]);
  await pauseMailbox(await admin(), { id, paused: false });
  await stored(id, 1);
  await removeMailbox(await admin(), id, key());
  const servers = database.db.selectFrom("mailbox_servers").where("mailbox_id", "=", id);
  expect(await servers.selectAll().execute()).toEqual([]);
  expect(await rowsOf(id)).toHaveLength(1);
}, 60_000);

test("Compare with server fetches a mail that is missing here", async () => {
  const id = await connect();
  start();
  await state(id, "watching");
  await imap.deliver(login, mail(1), mail(2), mail(3));
  await stored(id, 3);
  await database.db
    .deleteFrom("inbound_mails")
    .where("mailbox_id", "=", id)
    .where("uid", "=", 2)
    .execute();
  await compareMailbox(await admin(), id);
  await stored(id, 3);
  await state(id, "watching");
  const { events } = await detailsOf(id);
  expect(events[0]?.text).toBe("Compared with the server: 1 missing mail was fetched.");
}, 60_000);

/** The row of a mail that a server stored before it crashed. */
const storedRow = {
  id: Bun.randomUUIDv7(),
  source: "imap" as const,
  folder: "INBOX",
  raw_hash: Buffer.alloc(32, 1),
  raw_size: 1,
  received_at: new Date(),
  stored_at: new Date(),
  next_attempt_at: new Date(),
};

function key(): string {
  return Bun.randomUUIDv7();
}

function mail(n: number): string {
  return `From: Ana <ana@acme.test>\nTo: support@desk.test\nSubject: Mail ${n}\nMessage-ID: <${n}@acme.test>\n\nHello ${n}\n`;
}

async function admin() {
  const user = await insertUser(database.db, { role: "Super Admin" });
  return { ...(await actingAs(database.db, user)), encryption };
}

async function connect({
  backlogDays = 0,
  ...given
}: Partial<MailboxFields> & { backlogDays?: 0 | 7 | 30 } = {}): Promise<string> {
  const fields: MailboxFields = {
    name: "Support",
    address: `${login}@desk.test`,
    host: "127.0.0.1",
    port: imap.port,
    security: "none",
    login,
    aliases: [],
    formsWriteHere: false,
    joinsWithoutVerdict: false,
    alwaysOwnTicket: false,
    receives: "imap",
    oauth: null,
    certificate: null,
    folder: "INBOX",
    teamId: null,
    companyId: null,
    accepts: "everyone",
    domains: [],
    afterStoring: "leave",
    moveTo: null,
    authservId: null,
    senderName: "agent-and-desk",
    signature: "",
    acknowledges: true,
    quotes: true,
    plusArrives: true,
    isDefault: false,
    sends: "default",
    outHost: "",
    outPort: 587,
    outSecurity: "starttls",
    outLogin: "",
    ...given,
  };
  return (await createMailbox(await admin(), { fields, password: "secret", backlogDays }, key()))
    .id;
}

function start(): MailboxWorker {
  const config = { ...readConfig({}), dataDir };
  const worker = startMailboxWorker({
    db: database.db,
    config,
    encryption,
    guardedFetch: createGuardedFetch({ allowPrivate: [] }),
    files: createFileStore(config, log),
    log,
    now: () => new Date(),
    onStored() {},
    patience: { look: 50, minute: 300 },
  });
  workers.push(worker);
  return worker;
}

/** The reader in a process of its own, started by way of another program. */
function startReaderProcess(by: readonly string[] = []) {
  const program = join(import.meta.dir, "../../../tests/support/mailbox-reader.ts");
  return Bun.spawn([...by, process.execPath, program], {
    env: {
      ...process.env,
      READER_DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      READER_KEY: Buffer.from(keyBytes).toString("base64"),
    },
    stdout: "inherit",
    stderr: "inherit",
  });
}

async function stopAll(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
}

async function rowsOf(mailboxId: string) {
  return await database.db
    .selectFrom("inbound_mails")
    .selectAll()
    .where("mailbox_id", "=", mailboxId)
    .orderBy("id")
    .execute();
}

/** The Message-IDs in the order of storing, once there are so many. */
async function stored(mailboxId: string, count: number): Promise<(string | null)[]> {
  await until(async () => (await rowsOf(mailboxId)).length >= count, `${count} stored mails`);
  return (await rowsOf(mailboxId)).map(({ header_id }) => header_id);
}

async function readOriginal(mailboxId: string): Promise<string> {
  const content = await database.db
    .selectFrom("inbound_mails")
    .innerJoin("file_contents", "file_contents.id", "content_id")
    .select(["file_contents.id", "file_contents.sha256", "file_contents.size"])
    .where("mailbox_id", "=", mailboxId)
    .executeTakeFirstOrThrow();
  const files = createFileStore({ ...readConfig({}), dataDir }, log);
  const contentKey = { id: content.id, sha256: content.sha256.toString("hex") };
  const blob = await files.read(contentKey, { from: 0, to: content.size });
  return await new Response(blob).text();
}

async function detailsOf(id: string) {
  return await getMailbox({ db: database.db, isReading: true }, id);
}

async function state(id: string, expected: string): Promise<void> {
  await until(async () => (await detailsOf(id)).state === expected, `the state ${expected}`);
}

async function folderOf(mailboxId: string) {
  return await database.db
    .selectFrom("mailbox_folders")
    .selectAll()
    .where("mailbox_id", "=", mailboxId)
    .executeTakeFirstOrThrow();
}

async function holderOf(mailboxId: string): Promise<string | undefined> {
  const lease = await database.db
    .selectFrom("mailbox_leases")
    .select("holder")
    .where("mailbox_id", "=", mailboxId)
    .executeTakeFirst();
  return lease?.holder;
}

/** How many mails the account has on the mail server. */
async function contentsOf() {
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    host: "127.0.0.1",
    port: imap.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: login, pass: "secret" },
    logger: false,
  });
  await client.connect();
  const wanted = { messages: true, unseen: true };
  const inbox = await client.status("INBOX", wanted);
  const done = await client.status("Done", wanted);
  await client.logout();
  const count = inbox ? (inbox.messages ?? 0) : 0;
  return {
    inbox: count,
    read: count - (inbox ? (inbox.unseen ?? 0) : 0),
    done: done ? (done.messages ?? 0) : 0,
  };
}

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await Bun.sleep(25);
  }
}
