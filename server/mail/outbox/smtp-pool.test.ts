import { afterEach, beforeEach, expect, test } from "bun:test";
import { insertMessage, insertTicket, insertUser } from "../../../tests/support/builders.ts";
import { insertMailbox } from "../../../tests/support/mail-desk.ts";
import { type MailServer, startMailServer } from "../../../tests/support/mail-server.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { createEncryption } from "../../encryption.ts";
import { createGuardedFetch } from "../../guarded-fetch.ts";
import { createLog } from "../../log.ts";
import { returnToStaff } from "../inbound/bounces.ts";
import { secretCell } from "../mail-host.ts";
import { type MailWorker, startMailWorker } from "./worker.ts";

const account = { user: "support", password: "mailbox-secret" };
const encryption = createEncryption([new Uint8Array(32).fill(5)]);

const database = setUpTestDatabase();
let server: MailServer;
let worker: MailWorker;
let mailboxId: string;

beforeEach(async () => {
  // Slow enough that four mails are sent at the same time.
  server = await startMailServer({ account, onMail: () => Bun.sleep(30).then(() => null) });
  const { db } = database;
  mailboxId = (await insertMailbox(db, { sends: "own" })).id;
  const id = Bun.randomUUIDv7();
  await db
    .insertInto("mailbox_servers")
    .values({
      id,
      mailbox_id: mailboxId,
      direction: "out",
      host: "127.0.0.1",
      port: server.port,
      security: "none",
      login: account.user,
      secret: encryption.encrypt(account.password, secretCell(id)),
    })
    .execute();
  worker = startMailWorker({
    db,
    config: { smtpUrl: null, mailFrom: null, mailReplyTo: null, baseUrl: null },
    encryption,
    guardedFetch: createGuardedFetch({ allowPrivate: [] }),
    log: createLog("error"),
    now: () => new Date(),
    origin: () => "https://desk.example.com",
    onUndelivered: returnToStaff,
    patience: { idle: 50 },
  });
});
afterEach(async () => {
  await worker.stop();
  await server.stop();
  await database.empty();
});

/** Confirms this many new tickets, each to its requester. */
async function send(count: number): Promise<void> {
  const { db } = database;
  const now = new Date();
  for (let each = 0; each < count; each += 1) {
    const requester = await insertUser(db);
    const ticket = await insertTicket(db, { requester_id: requester.id, mailbox_id: mailboxId });
    const message = await insertMessage(db, { ticket_id: ticket.id, author_id: requester.id });
    await db
      .insertInto("outgoing_mails")
      .values({
        id: Bun.randomUUIDv7(),
        template: "ticket-received",
        user_id: requester.id,
        ticket_id: ticket.id,
        message_id: message.id,
        data: {},
        next_attempt_at: now,
        created_at: now,
      })
      .execute();
  }
  await worker.settled();
}

async function untilClosed(): Promise<void> {
  const deadline = performance.now() + 3000;
  while (server.connections.open > 0 && performance.now() < deadline) await Bun.sleep(20);
  expect(server.connections.open).toBe(0);
}

test("ten mails of a mailbox share two connections, which stay open for the next", async () => {
  await send(10);
  expect(server.received).toHaveLength(10);
  expect(server.connections).toEqual({ made: 2, open: 2, most: 2 });
  await send(1);
  expect(server.received).toHaveLength(11);
  expect(server.connections.made).toBe(2);
});

test.each([
  ["paused", { paused_at: new Date() }],
  ["removed", { removed_at: new Date() }],
  ["set to send through the server of the settings", { sends: "default" as const }],
])("they are closed once the mailbox is %s", async (_, change) => {
  await send(1);
  expect(server.connections.open).toBe(1);
  await database.db.updateTable("mailboxes").set(change).execute();
  await untilClosed();
});

test("they are closed once the mailbox has another login", async () => {
  await send(1);
  await database.db.updateTable("mailbox_servers").set({ login: "someone" }).execute();
  await untilClosed();
  await send(1);
  expect(server.received).toHaveLength(1);
});

test("they are closed when the server stops", async () => {
  await send(3);
  await worker.stop();
  await untilClosed();
});

test("a mail goes out over another connection after the mail server closed the one before", async () => {
  await send(1);
  const { port } = server;
  await server.stop();
  // It ends open connections a moment later.
  await untilClosed();
  server = await startMailServer({ account, port });
  await send(1);
  expect(server.received).toHaveLength(1);
});
