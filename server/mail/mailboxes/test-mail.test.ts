import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MailboxFields, TestedMailStep } from "../../../shared/mailboxes.ts";
import { actingAs } from "../../../tests/support/acting.ts";
import { insertUser } from "../../../tests/support/builders.ts";
import { type Dovecot, startDovecot } from "../../../tests/support/dovecot.ts";
import {
  type MailServer,
  type MailServerOptions,
  startMailServer,
} from "../../../tests/support/mail-server.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { readConfig } from "../../config.ts";
import { createEncryption } from "../../encryption.ts";
import { createFileStore, type FileStore } from "../../files/store.ts";
import { createGuardedFetch } from "../../guarded-fetch.ts";
import { createLog } from "../../log.ts";
import { createMailbox } from "./commands.ts";
import { getMailbox } from "./queries.ts";
import { findMailboxTest, longestMs, sendMailboxTest } from "./test-mail.ts";
import { startMailboxWorker } from "./worker.ts";

const encryption = createEncryption([new Uint8Array(32).fill(7)]);
const guardedFetch = createGuardedFetch({ allowPrivate: [] });
const log = createLog("error");
let imap: Dovecot;
let smtp: MailServer | null = null;
let database: TestDatabase;
let files: FileStore;
let dataDir = "";
let accounts = 0;
let login = "";

beforeAll(async () => {
  imap = await startDovecot();
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "frontdesk-mail-test-"));
  files = createFileStore({ ...readConfig({}), dataDir }, log);
}, 120_000);
beforeEach(async () => {
  accounts += 1;
  login = `test-${accounts}`;
  await imap.setPassword(login, "secret");
});
afterEach(async () => {
  await smtp?.stop();
  smtp = null;
});
afterAll(() =>
  Promise.all([imap?.stop(), database?.drop(), rm(dataDir, { recursive: true, force: true })]),
);

test("both mails arrive: + arrives and the server that verifies senders is learned", async () => {
  const results = "mx.acme.test; dmarc=pass header.from=acme.test";
  const id = await connect(delivering((mail) => `Authentication-Results: ${results}\n${mail}`));
  const { started, steps } = await runTest(id);
  expect(started.steps[0]).toMatchObject({ step: "sent", passed: true });
  expect(passedOf(steps)).toEqual({ arrived: true, plus: true, checks: true });
  expect(textOf(steps, "checks")).toBe("mx.acme.test verifies senders");
  const { fields, events } = await getMailbox({ db: database.db, isReading: true }, id);
  expect(fields).toMatchObject({ plusArrives: true, authservId: "mx.acme.test" });
  expect(events[0]?.text).toBe("The test set what it found out.");
}, 60_000);

test("the topmost Authentication-Results counts, no matter who wrote the others", async () => {
  const headers =
    "Authentication-Results: mx.acme.test;\n\tspf=pass\nReceived: by mx\nAuthentication-Results: evil.test; dmarc=pass\n";
  const id = await connect(delivering((mail) => headers + mail));
  await runTest(id);
  const { fields } = await getMailbox({ db: database.db, isReading: true }, id);
  expect(fields.authservId).toBe("mx.acme.test");
}, 60_000);

test("a refused + address and a server that verifies no one are said, and stored", async () => {
  const id = await connect({
    ...delivering((mail) => mail),
    onRecipient: (address) =>
      address.includes("+") ? { code: 550, words: "5.1.1 No such user" } : null,
  });
  const { started, steps } = await runTest(id);
  expect(started.plusRefused).toContain("No such user");
  expect(passedOf(steps)).toEqual({ arrived: true, plus: false, checks: false });
  expect(textOf(steps, "plus")).toContain("No such user");
  expect(textOf(steps, "checks")).toContain("adds no Authentication-Results");
  const { fields } = await getMailbox({ db: database.db, isReading: true }, id);
  expect(fields).toMatchObject({ plusArrives: false, authservId: null });
}, 60_000);

test("a mail that does not arrive in a minute is explained, and nothing is stored", async () => {
  const id = await connect();
  const deps = await depsOf();
  const started = await sendMailboxTest(deps, { id });
  const later = { ...deps, now: new Date(Date.now() + longestMs) };
  const { isOver, steps } = await findMailboxTest(later, {
    ...{ id, token: started.token, plusRefused: null },
    known: { arrived: false, plus: false },
  });
  expect(isOver).toBe(true);
  expect(passedOf(steps)).toEqual({ arrived: false, plus: null, checks: null });
  expect(textOf(steps, "arrived")).toStartWith("No mail arrived in INBOX within a minute.");
}, 60_000);

test("a mail server that refuses the mail ends the test with its words", async () => {
  const id = await connect({ onSender: () => ({ code: 554, words: "5.7.1 Not allowed" }) });
  const started = await sendMailboxTest(await depsOf(), { id });
  expect(started).toMatchObject({ isOver: true });
  expect(started.steps[0]).toMatchObject({ passed: false });
  expect(started.steps[0]?.text).toContain("Not allowed");
});

test("a mail that the reader deletes from the mail server is found in its stored original", async () => {
  const id = await connect(
    delivering((mail) => `Authentication-Results: mx.acme.test; spf=pass\n${mail}`),
    { afterStoring: "delete" },
  );
  const worker = startMailboxWorker({
    ...{ db: database.db, config: readConfig({}), encryption, guardedFetch, files, log },
    ...{ now: () => new Date(), onStored() {}, patience: { look: 50 } },
  });
  try {
    const started = await sendMailboxTest(await depsOf(), { id });
    await stored(id, 2);
    const { steps } = await finish(id, started);
    expect(passedOf(steps)).toEqual({ arrived: true, plus: true, checks: true });
  } finally {
    await worker.stop();
  }
}, 60_000);

/** A mail server that hands each mail to the account, as one that hosts the mailbox. */
function delivering(change: (source: string) => string): MailServerOptions {
  return {
    async onMail({ source }) {
      await imap.deliver(login, change(source));
      return null;
    },
  };
}

async function connect(
  options: MailServerOptions = {},
  given: { afterStoring?: "delete" } = {},
): Promise<string> {
  smtp = await startMailServer(options);
  const fields: MailboxFields = {
    ...{ name: "Support", address: `${login}@acme.test`, receives: "imap" },
    ...{
      host: imap.host,
      port: imap.port,
      security: "none",
      login,
      oauth: null,
      certificate: null,
    },
    ...{ aliases: [], formsWriteHere: false, joinsWithoutVerdict: false, alwaysOwnTicket: false },
    ...{ folder: "INBOX", teamId: null, companyId: null, accepts: "everyone", domains: [] },
    ...{ afterStoring: given.afterStoring ?? "leave", moveTo: null, authservId: null },
    ...{ senderName: "desk", signature: "", acknowledges: false, quotes: true },
    ...{ plusArrives: true, isDefault: false, sends: "own" },
    ...{ outHost: "127.0.0.1", outPort: smtp.port, outSecurity: "none", outLogin: "" },
  };
  const { id } = await createMailbox(
    { ...(await depsOf()), encryption },
    { fields, password: "secret", backlogDays: 0 },
    Bun.randomUUIDv7(),
  );
  return id;
}

async function depsOf() {
  const admin = await insertUser(database.db, { role: "Super Admin" });
  const acting = await actingAs(database.db, admin);
  return { ...acting, encryption, guardedFetch, files, config: readConfig({}) };
}

async function runTest(id: string) {
  const started = await sendMailboxTest(await depsOf(), { id });
  return { started, ...(await finish(id, started)) };
}

async function finish(
  id: string,
  { token, plusRefused }: { token: string; plusRefused: string | null },
) {
  let known = { arrived: false, plus: false };
  for (;;) {
    const answer = await findMailboxTest(await depsOf(), { id, token, plusRefused, known });
    const of = (wanted: TestedMailStep["step"]) =>
      answer.steps.some(({ step, passed }) => step === wanted && passed === true);
    known = { arrived: of("arrived"), plus: of("plus") };
    if (answer.isOver) return answer;
  }
}

async function stored(id: string, count: number): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    const rows = await database.db
      .selectFrom("inbound_mails")
      .select("id")
      .where("mailbox_id", "=", id)
      .execute();
    if (rows.length === count) return;
    await Bun.sleep(50);
  }
  throw new Error(`${count} mails were not stored`);
}

function passedOf(steps: readonly TestedMailStep[]) {
  return Object.fromEntries(steps.map(({ step, passed }) => [step, passed]));
}

function textOf(steps: readonly TestedMailStep[], wanted: TestedMailStep["step"]) {
  return steps.find(({ step }) => step === wanted)?.text;
}
