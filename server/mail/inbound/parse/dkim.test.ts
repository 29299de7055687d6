import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DnsServer, startDnsServer } from "../../../../tests/support/dns-server.ts";
import { createDkimKey } from "../../../../tests/support/signed-mail.ts";
import { findSigningDomains } from "./dkim.ts";

// Mails are signed by another program, and the keys come from a real name server.

const key = createDkimKey();
const shortKey = createDkimKey(512);

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer(
    new Map([
      ["good._domainkey.harbour.test", key.record],
      ["testing._domainkey.harbour.test", key.record.replace("k=rsa", "t=y")],
      ["short._domainkey.harbour.test", shortKey.record],
      ["revoked._domainkey.harbour.test", "v=DKIM1; k=rsa; p="],
      ["garbage._domainkey.harbour.test", "\u0001 not a key"],
      ["failing._domainkey.harbour.test", null],
      ["silent._domainkey.harbour.test", "silent"],
    ]),
  );
});
afterAll(() => dns.stop());

async function signed(selector = "good", options: object = {}): Promise<string> {
  return await (selector === "short" ? shortKey : key).sign(selector, options);
}

async function signers(mail: string, dnsMs = 5_000) {
  const options = { dnsServers: [dns.address], dnsMs };
  return await findSigningDomains(new TextEncoder().encode(mail), options);
}

test("a signed mail names the domain that signed it", async () => {
  expect(await signers(await signed())).toEqual(["harbour.test"]);
});

test.each([
  ["testing", "is still being tried out"],
  ["short", "is too short"],
  ["revoked", "was revoked"],
  ["garbage", "cannot be read"],
  ["unknown", "does not exist"],
  ["failing", "the name server fails to look up"],
])("the %s key, which %s, proves nothing", async (selector) => {
  expect(await signers(await signed(selector))).toEqual([]);
});

test("a name server that never answers costs the given time and proves nothing", async () => {
  const mail = await signed("silent");
  const began = performance.now();
  expect(await signers(mail, 300)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(2_000);
});

const edits: [string, (mail: string) => string][] = [
  ["text", (mail) => mail.replace("is blank", "is gone")],
  ["subject", (mail) => mail.replace("Blank labels", "Other labels")],
  ["From", (mail) => mail.replace("ana@harbour.test", "eve@harbour.test")],
  ["added From", (mail) => `From: eve@harbour.test\r\n${mail}`],
  ["signing domain", (mail) => mail.replace("d=harbour.test", "d=else.test")],
];

test.each(edits)("a mail with a changed %s is not signed", async (_, edit) => {
  const mail = await signed();
  const edited = edit(mail);
  expect(edited).not.toBe(mail);
  expect(await signers(edited)).toEqual([]);
});

test("a signature that does not cover From proves nothing", async () => {
  expect(await signers(await signed("good", { headerFieldNames: "subject:to" }))).toEqual([]);
});

test("more signatures than a mail needs are not checked", async () => {
  const mail = await signed();
  const [signature = ""] = /^DKIM-Signature:[\s\S]*?\r\n(?=\S)/m.exec(mail) ?? [];
  const before = dns.asked.length;
  expect(await signers(signature.repeat(10) + mail)).toEqual([]);
  expect(await signers(signature.repeat(9) + mail)).toHaveLength(10);
  expect(dns.asked.length).toBe(before + 1);
});

test("a mail without a signature asks no name server", async () => {
  const before = dns.asked.length;
  const mail = "From: ana@harbour.test\r\n\r\nDKIM-Signature: v=1; d=harbour.test\r\n";
  expect(await signers(mail)).toEqual([]);
  expect(dns.asked.length).toBe(before);
});
