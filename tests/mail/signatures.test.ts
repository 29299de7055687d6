import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createLog } from "../../server/log.ts";
import { createMailParser, type MailParser } from "../../server/mail/inbound/parser.ts";
import { storeInboundMail } from "../../server/mail/inbound/store.ts";
import { workOnNext } from "../../server/mail/inbound/worker.ts";
import { insertCompany } from "../support/builders.ts";
import { type DnsServer, startDnsServer } from "../support/dns-server.ts";
import { insertMailbox, setUpTestFiles } from "../support/mail-desk.ts";
import { createDkimKey } from "../support/signed-mail.ts";
import { setUpTestDatabase } from "../support/test-database.ts";

// A mail that a provider posts, or that comes from a pipe, was checked by no mail server of ours.

const key = createDkimKey();

const database = setUpTestDatabase();
const store = setUpTestFiles();
let dns: DnsServer;
let parser: MailParser;
let companyId: string;

beforeAll(async () => {
  dns = await startDnsServer(
    new Map([
      ["good._domainkey.harbour.test", key.record],
      ["failing._domainkey.harbour.test", null],
    ]),
  );
  parser = createMailParser({ dnsServers: [dns.address] });
}, 60_000);
beforeEach(async () => {
  await database.empty();
  dns.asked.length = 0;
  companyId = (await insertCompany(database.db, { domains: ["harbour.test"] })).id;
});
afterAll(async () => {
  parser.stop();
  await dns.stop();
});

async function receive(mail: string, source: "imap" | "webhook" | "command") {
  const { db } = database;
  const known = await db.selectFrom("mailboxes").select("id").executeTakeFirst();
  const mailbox = known ?? (await insertMailbox(db, { authserv_id: "mx.acme.test" }));
  const at = source === "imap" ? { folder: "INBOX", uidvalidity: 1, uid: 1 } : {};
  const { id } = await storeInboundMail(
    { db, files: store, now: new Date() },
    { mailboxId: mailbox.id, source, ...at, bytes: new TextEncoder().encode(mail) },
  );
  const log = createLog("error", () => {});
  await workOnNext({ db, files: store, parser, log, now: () => new Date() });
  return await db
    .selectFrom("inbound_mails")
    .innerJoin("tickets", "tickets.id", "ticket_id")
    .select(["verdict", "company_id"])
    .where("inbound_mails.id", "=", id)
    .executeTakeFirstOrThrow();
}

test.each([
  ["webhook", "posted by a provider"],
  ["command", "from a pipe"],
] as const)(
  "%s: a signed mail %s is verified, so its author joins their company",
  async (source) => {
    const mail = await key.sign("good");
    expect(await receive(mail, source)).toEqual({ verdict: "pass", company_id: companyId });
  },
);

test("a forged mail is not verified, and joins no company", async () => {
  const mail = (await key.sign("good")).replace("is blank", "is gone");
  expect(await receive(mail, "webhook")).toEqual({ verdict: "none", company_id: null });
});

test("a name server that fails leaves the sender unverified, and the mail is read", async () => {
  const mail = await key.sign("failing");
  expect(await receive(mail, "webhook")).toEqual({ verdict: "none", company_id: null });
  expect(dns.asked).toContain("failing._domainkey.harbour.test");
});

test("the result of the mailbox's own mail server counts, without asking a name server", async () => {
  const mail = `Authentication-Results: mx.acme.test; spf=none\r\n${await key.sign("good")}`;
  expect(await receive(mail, "command")).toEqual({ verdict: "none", company_id: null });
  expect(dns.asked).toEqual([]);
});

test("mail over IMAP is left to its mail server", async () => {
  expect(await receive(await key.sign("good"), "imap")).toMatchObject({ verdict: "none" });
  expect(dns.asked).toEqual([]);
});
