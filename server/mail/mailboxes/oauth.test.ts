import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MailboxFields, MailboxOAuth } from "../../../shared/mailboxes.ts";
import { actingAs, refusalOf } from "../../../tests/support/acting.ts";
import { insertUser } from "../../../tests/support/builders.ts";
import { type Dovecot, startDovecot } from "../../../tests/support/dovecot.ts";
import { startMailServer } from "../../../tests/support/mail-server.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { startTokenServer, type TokenServer } from "../../../tests/support/token-server.ts";
import { readConfig } from "../../config.ts";
import { createEncryption } from "../../encryption.ts";
import { createFileStore } from "../../files/store.ts";
import { createGuardedFetch } from "../../guarded-fetch.ts";
import { createLog } from "../../log.ts";
import { type TokenDeps, tokenSource } from "../oauth-tokens.ts";
import { findMailboxToSend, smtpServerOf } from "../outbox/sending-mailbox.ts";
import { createServerSender } from "../outbox/smtp.ts";
import { createMailbox, removeMailbox, updateMailbox } from "./commands.ts";
import { beginSignIn, finishSignIn } from "./oauth-sign-in.ts";
import { getMailbox } from "./queries.ts";
import { testMailbox } from "./test-connection.ts";
import { type MailboxWorker, startMailboxWorker } from "./worker.ts";

const log = createLog("error");
const encryption = createEncryption([new Uint8Array(32).fill(7)]);
const guardedFetch = createGuardedFetch({
  allowPrivate: [{ network: "127.0.0.0", prefix: 8 }],
});
const sessionId = "the-session";

let provider: TokenServer;
let imap: Dovecot;
let database: TestDatabase;
let dataDir = "";
let worker: MailboxWorker | null = null;
let accounts = 0;
let login = "";
/** How far the clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  provider = startTokenServer("");
  const { introspectUrl } = provider;
  imap = await startDovecot({ introspectUrl });
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "frontdesk-oauth-"));
}, 120_000);
afterAll(async () => {
  await Promise.all([
    imap?.stop(),
    database?.drop(),
    rm(dataDir, { recursive: true, force: true }),
  ]);
  await provider?.stop();
});
beforeEach(async () => {
  // A worker reads every mailbox that there is.
  await database.empty();
  accounts += 1;
  login = `oauth-${accounts}`;
  aheadMs = 0;
  Object.assign(provider, { account: login, asked: {}, life: 3600, delayMs: 0 });
  await imap.setPassword(login, "unused");
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
});

test("after someone signed in with the provider, mail is read without a password", async () => {
  const id = await connect();
  start();
  expect(await detailsOf(id)).toMatchObject({ state: "sign-in", hasSecret: false });
  expect(await signIn(id)).toBe(`/settings/mailboxes/${id}?sign-in=done`);
  await state(id, "watching");
  await imap.deliver(login, mail(1));
  await stored(id, 1);
  expect(provider.asked).toEqual({ authorization_code: 1 });
  const row = await oauthOf(id);
  for (const secret of [row.client_secret, row.refresh_token, row.access_token]) {
    expect(secret).toStartWith("1.");
  }
  expect(JSON.stringify(await detailsOf(id))).not.toContain(provider.clientSecret);
}, 60_000);

test("the test of a signed-in mailbox ticks each step", async () => {
  const id = await connect();
  await signIn(id);
  const { fields } = await detailsOf(id);
  const { host, port, security, certificate, folder } = fields;
  const input = { id, host, port, security, login, certificate, folder };
  const steps = await testMailbox(deps(), input);
  expect(steps.map(({ passed }) => passed)).toEqual([true, true, true, true]);
  const elsewhere = await refusalOf(testMailbox(deps(), { ...input, port: 9 }));
  expect(elsewhere.details.fields).toMatchObject([{ field: "host" }]);
});

test("a sign-in ends in the session that began it, once, within ten minutes", async () => {
  const id = await connect();
  const begun = async () => stateOf((await begin(id)).url);
  const state = await begun();
  const another = await finish({ state, code: "x", error: undefined }, "another-session");
  expect(another).toBe("/settings/mailboxes?sign-in=expired");
  const late = await begun();
  aheadMs = 11 * 60_000;
  expect(await finish({ state: late, code: "x", error: undefined })).toEndWith("=expired");
  aheadMs = 0;
  const once = await begun();
  expect(await finish({ state: once, code: undefined, error: "access_denied" })).toEndWith(
    `${id}?sign-in=failed`,
  );
  expect(await finish({ state: once, code: "x", error: undefined })).toEndWith("=expired");
  const { state: now, events } = await detailsOf(id);
  expect(now).toBe("sign-in");
  expect(events[0]?.text).toBe("127.0.0.1 let no one in (access_denied). Sign in again.");
});

test("a code that someone else brings is refused by its verifier", async () => {
  const [mine, theirs] = [await connect(), await connect(`${login}-b@acme.test`)];
  const { code } = await answerTo(await begin(theirs));
  const state = stateOf((await begin(mine)).url);
  expect(await finish({ state, code, error: undefined })).toEndWith("=failed");
  expect((await oauthOf(mine)).refresh_token).toBeNull();
});

test("at 80 % of its life a token is replaced, by one of two servers", async () => {
  const id = await connect();
  await signIn(id);
  const [one, other] = [tokenSource(deps(), id), tokenSource(deps(), id)];
  const first = await one();
  aheadMs = 3600 * 0.79 * 1000;
  expect(await one()).toBe(first);
  aheadMs = 3600 * 0.81 * 1000;
  provider.delayMs = 500;
  const [token, same] = await Promise.all([one(), other()]);
  expect(token).not.toBe(first);
  expect(same).toBe(token);
  expect(provider.asked.refresh_token).toBe(1);
});

test("a token that the mail server refuses is replaced once", async () => {
  const id = await connect();
  await signIn(id);
  provider.expire();
  aheadMs = 5 * 60_000;
  start();
  await state(id, "watching");
  expect(provider.asked.refresh_token).toBe(1);
}, 60_000);

test("a dead sign-in is shown in plain words, and nothing is lost once someone signs in again", async () => {
  const id = await connect();
  await signIn(id);
  start();
  await state(id, "watching");
  provider.revoke();
  aheadMs = 2 * 3600 * 1000;
  await imap.halt();
  await imap.start();
  await state(id, "rejected");
  const { error } = await detailsOf(id);
  expect(error).toBe(
    "127.0.0.1 ended the sign-in (invalid_grant, Token has been expired or revoked.). Sign in again.",
  );
  // The refusal is stored before the event.
  const isNamed = async () => (await detailsOf(id)).events.some(({ text }) => text === error);
  await until(isNamed, "the event of the refusal");
  const asked = provider.asked.refresh_token;
  await Bun.sleep(1000);
  expect(provider.asked.refresh_token).toBe(asked);
  await imap.deliver(login, mail(1));
  await signIn(id);
  await stored(id, 1);
  await state(id, "watching");
  expect((await detailsOf(id)).error).toBeNull();
}, 60_000);

test("a provider that is down is asked again later", async () => {
  const id = await connect("", { tokenUrl: "http://127.0.0.1:9/token" }, "client");
  start();
  await state(id, "waiting");
  expect((await detailsOf(id)).error).toStartWith("127.0.0.1 gave no token: ");
}, 60_000);

test("an application signs in by itself for a shared mailbox", async () => {
  const id = await connect("", {}, "client");
  start();
  await state(id, "watching");
  expect(provider.asked).toEqual({ client_credentials: 1 });
}, 60_000);

test("replies leave with a token, and a refused one is replaced", async () => {
  const id = await connect();
  await signIn(id);
  const mails = await startMailServer({ accountOfToken: (token) => provider.accountOf(token) });
  const out = { sends: "own", outHost: "127.0.0.1", outPort: mails.port } as const;
  const change = { ...out, outSecurity: "none", outLogin: login } as const;
  const base = { sends: "default", outHost: "", outPort: 587, outSecurity: "starttls" } as const;
  const input = { id, set: change, base: { ...base, outLogin: "" } };
  // A stored secret is never sent elsewhere without being typed again.
  const refusal = await refusalOf(updateMailbox(await admin(), input, key()));
  expect(refusal.details.fields).toMatchObject([{ field: "clientSecret" }]);
  const { clientSecret } = provider;
  await updateMailbox(await admin(), { ...input, clientSecret }, key());
  expect((await detailsOf(id)).state).toBe("sign-in");
  await signIn(id);
  provider.expire();
  aheadMs = 5 * 60_000;
  const mailbox = await findMailboxToSend(database.db, id);
  if (!mailbox.server) throw new Error("The mailbox has no server for sending");
  const server = smtpServerOf(id, mailbox.server, deps());
  const send = createServerSender(server, readConfig({}), 5_000);
  const address = "ana@acme.test";
  await send({ ...letter, address }, AbortSignal.timeout(20_000));
  expect((await mails.take(address)).subject).toBe("Hello");
  expect(provider.asked.refresh_token).toBe(1);
  await mails.stop();
}, 60_000);

test("another application, or a removed mailbox, leaves no token behind", async () => {
  const id = await connect();
  await signIn(id);
  const { fields } = await detailsOf(id);
  const { oauth } = fields;
  if (!oauth) throw new Error("The mailbox has no OAuth2");
  const set = { oauth: { ...oauth, clientId: "another" } };
  await updateMailbox(await admin(), { id, set, base: { oauth } }, key());
  expect(await oauthOf(id)).toMatchObject({ refresh_token: null, access_token: null });
  await removeMailbox(await admin(), id, key());
  const left = await database.db
    .selectFrom("mailbox_oauth")
    .select("id")
    .where("mailbox_id", "=", id)
    .execute();
  expect(left).toEqual([]);
});

const letter = {
  id: "<oauth@desk.test>",
  ...{ thread: null, conversation: null, mailbox: null, mark: "x", choosesAt: null },
  ...{ automatic: null, deskName: "Desk", agentName: null, name: "", logo: null },
  ...{ subject: "Hello", text: "Hello", html: "<p>Hello</p>" },
} as const;

const key = () => Bun.randomUUIDv7();

async function admin() {
  const user = await insertUser(database.db, { role: "Super Admin" });
  return { ...(await actingAs(database.db, user)), encryption, guardedFetch };
}

function deps(): TokenDeps {
  return { db: database.db, encryption, guardedFetch, now };
}

function now(): Date {
  return new Date(Date.now() + aheadMs);
}

async function connect(
  address = "",
  changed: Partial<MailboxOAuth> = {},
  grant: MailboxOAuth["grant"] = "code",
): Promise<string> {
  const { authUrl, tokenUrl, clientId, clientSecret } = provider;
  const fields: MailboxFields = {
    ...{ receives: "imap", name: "Support", address: address || `${login}@acme.test` },
    ...{ host: imap.host, port: imap.port, security: "none", login, certificate: null },
    oauth: {
      ...{ provider: "other", grant, authUrl: grant === "code" ? authUrl : "", tokenUrl },
      ...{ scopes: "mail", clientId, secretExpiresOn: null, ...changed },
    },
    ...{ aliases: [], formsWriteHere: false, joinsWithoutVerdict: false, alwaysOwnTicket: false },
    ...{ folder: "INBOX", teamId: null, companyId: null, accepts: "everyone", domains: [] },
    ...{ afterStoring: "leave", moveTo: null, authservId: null },
    ...{ senderName: "desk", signature: "", acknowledges: false, quotes: true },
    ...{ plusArrives: true, isDefault: false, sends: "default" },
    ...{ outHost: "", outPort: 587, outSecurity: "starttls", outLogin: "" },
  };
  const input = { fields, clientSecret, backlogDays: 0 as const };
  return (await createMailbox(await admin(), input, key())).id;
}

async function begin(id: string) {
  const acting = { ...(await admin()), now: now(), sessionId, baseUrl: null };
  return await beginSignIn(acting, { id, origin: "http://localhost:3000" });
}

function stateOf(url: string): string {
  return new URL(url).searchParams.get("state") ?? "";
}

/** Follows the address as a browser does. */
async function answerTo({ url }: { url: string }) {
  const { headers } = await fetch(url, { redirect: "manual" });
  const { searchParams } = new URL(headers.get("Location") ?? "");
  return {
    state: searchParams.get("state") ?? undefined,
    code: searchParams.get("code") ?? undefined,
    error: searchParams.get("error") ?? undefined,
  };
}

async function finish(answer: Parameters<typeof finishSignIn>[1], session = sessionId) {
  return await finishSignIn({ ...(await admin()), now: now(), sessionId: session }, answer);
}

async function signIn(id: string): Promise<string> {
  return await finish(await answerTo(await begin(id)));
}

function start(): void {
  const config = { ...readConfig({}), dataDir };
  const files = createFileStore(config, log);
  const patience = { look: 50, minute: 300 };
  worker = startMailboxWorker({ ...deps(), config, files, log, onStored() {}, patience });
}

async function oauthOf(mailboxId: string) {
  return await database.db
    .selectFrom("mailbox_oauth")
    .selectAll()
    .where("mailbox_id", "=", mailboxId)
    .executeTakeFirstOrThrow();
}

async function detailsOf(id: string) {
  return await getMailbox({ db: database.db, isReading: true }, id);
}

async function state(id: string, expected: string): Promise<void> {
  await until(async () => (await detailsOf(id)).state === expected, `the state ${expected}`);
}

async function stored(mailboxId: string, count: number): Promise<void> {
  await until(async () => {
    const rows = await database.db
      .selectFrom("inbound_mails")
      .select("id")
      .where("mailbox_id", "=", mailboxId)
      .execute();
    return rows.length === count;
  }, `${count} stored mails`);
}

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await Bun.sleep(25);
  }
}

function mail(number: number): string {
  return `From: Ana <ana@acme.test>\nSubject: Mail ${number}\nMessage-ID: <${number}.${login}@acme.test>\n\nHello.\n`;
}
