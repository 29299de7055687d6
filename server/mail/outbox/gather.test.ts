import { afterEach, beforeEach, expect, test } from "bun:test";
import { insertMessage, type TicketRow } from "../../../tests/support/builders.ts";
import { type MailServer, startMailServer } from "../../../tests/support/mail-server.ts";
import { setUpSmallDesk } from "../../../tests/support/small-desk.ts";
import { createEncryption } from "../../encryption.ts";
import { createGuardedFetch } from "../../guarded-fetch.ts";
import { createLog } from "../../log.ts";
import { returnToStaff } from "../inbound/bounces.ts";
import { type MailWorker, startMailWorker } from "./worker.ts";

const desk = setUpSmallDesk();
const { database } = desk;
let server: MailServer;
let worker: MailWorker;
let clock: Date;
let refusing = false;

const minute = 60_000;
const later = (ms: number) => new Date(clock.getTime() + ms);

beforeEach(async () => {
  clock = new Date("2026-11-28T10:00:00Z");
  refusing = false;
  const busy = { code: 451, words: "4.3.0 Try again later" };
  server = await startMailServer({ onMail: () => (refusing ? busy : null) });
  worker = startMailWorker({
    config: { smtpUrl: server.url, mailFrom: "d@desk.test", mailReplyTo: null, baseUrl: null },
    ...{ db: database.db, log: createLog("error", () => {}), now: () => clock },
    encryption: createEncryption([]),
    guardedFetch: createGuardedFetch({ allowPrivate: [] }),
    origin: () => "https://desk.test",
    onUndelivered: returnToStaff,
  });
});
afterEach(async () => {
  await worker.stop();
  await server.stop();
});

/** A released staff reply with its mail to the requester. */
async function reply(ticket: TicketRow, body: string, more: object = {}) {
  clock = later(1000);
  const message = await insertMessage(database.db, {
    ...{ ticket_id: ticket.id, author_id: desk.maya.id, body },
    ...{ created_at: clock, released_at: clock, ...more },
  });
  await database.db
    .insertInto("outgoing_mails")
    .values({
      ...{ id: Bun.randomUUIDv7(), template: "ticket-reply", user_id: desk.ana.id, data: {} },
      ...{ ticket_id: ticket.id, message_id: message.id },
      ...{ created_at: clock, next_attempt_at: clock },
    })
    .execute();
  return message;
}

const texts = () => server.received.map(({ text = "" }) => text.match(/message \d+/g) ?? []);

async function statesOf(ticket: TicketRow) {
  const mails = database.db.selectFrom("outgoing_mails").where("ticket_id", "=", ticket.id);
  return (await mails.select("state").orderBy("created_at").execute()).map(({ state }) => state);
}

test("the first three mails of a ticket are sent immediately, the others as one after two minutes", async () => {
  const ticket = await desk.open();
  for (let sent = 1; sent <= 8; sent += 1) {
    await reply(ticket, `message ${sent}`);
    await worker.settled();
  }
  expect(texts()).toEqual([["message 1"], ["message 2"], ["message 3"]]);
  clock = later(2 * minute);
  await worker.settled();
  expect(texts().slice(3)).toEqual([
    ["message 4", "message 5", "message 6", "message 7", "message 8"],
  ]);
  expect(await statesOf(ticket)).toEqual(Array(8).fill("sent"));
}, 30_000);

test("150 replies at once reach a reader in at most six mails", async () => {
  const ticket = await desk.open();
  for (let sent = 1; sent <= 150; sent += 1) await reply(ticket, `message ${sent}`);
  await worker.settled();
  clock = later(2 * minute);
  await worker.settled();
  expect(server.received.length).toBeLessThanOrEqual(6);
  expect(texts().flat()).toHaveLength(150);
}, 60_000);

test("mails of another ticket are counted separately, and after ten minutes the count restarts", async () => {
  const [one, other] = [await desk.open(), await desk.open()];
  for (let sent = 1; sent <= 3; sent += 1) await reply(one, `message ${sent}`);
  await reply(other, "message 4");
  await worker.settled();
  expect(texts().flat()).toHaveLength(4);
  clock = later(10 * minute);
  await reply(one, "message 5");
  await worker.settled();
  expect(texts().flat()).toHaveLength(5);
}, 30_000);

test("a message redacted in the meantime is left out", async () => {
  const ticket = await desk.open();
  for (let sent = 1; sent <= 4; sent += 1) await reply(ticket, `message ${sent}`);
  const { id } = await reply(ticket, "message 5");
  await reply(ticket, "message 6");
  await worker.settled();
  const redacted = { body: "", redacted_at: clock };
  await database.db.updateTable("messages").set(redacted).where("id", "=", id).execute();
  clock = later(2 * minute);
  await worker.settled();
  expect(texts().slice(3)).toEqual([["message 4", "message 6"]]);
}, 30_000);

test("combined mails that are refused temporarily are sent together later, each once", async () => {
  const ticket = await desk.open();
  for (let sent = 1; sent <= 3; sent += 1) await reply(ticket, `message ${sent}`);
  await worker.settled();
  for (let sent = 4; sent <= 6; sent += 1) await reply(ticket, `message ${sent}`);
  await worker.settled();
  refusing = true;
  clock = later(2 * minute);
  await worker.settled();
  expect(await statesOf(ticket)).toEqual([...Array(3).fill("sent"), ...Array(3).fill("queued")]);
  refusing = false;
  clock = later(60 * minute);
  await worker.settled();
  expect(texts().slice(3)).toEqual([["message 4", "message 5", "message 6"]]);
}, 30_000);
