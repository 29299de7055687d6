import { beforeAll, describe, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertUser, type UserRow } from "../../tests/support/builders.ts";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { setLogo } from "../settings/logo.ts";
import { mailSettings, sendTestMail } from "./test-mail.ts";

const database = setUpTestDatabase();
let admin: UserRow;
beforeAll(async () => {
  await insertUser(database.db, { role: "Super Admin", email: "noor@desk.test" });
  admin = await insertUser(database.db, {
    role: "Super Admin",
    email: "maya@desk.test",
    first_name: "Maya",
  });
}, 60_000);

const configOf = (smtpUrl: string | null) => ({
  ...{ smtpUrl, mailFrom: "desk@desk.test", mailReplyTo: null, baseUrl: null },
});
const send = async (smtpUrl: string | null, patience?: number) =>
  sendTestMail(await actingAs(database.db, admin), configOf(smtpUrl), patience);

const lastEntry = () =>
  database.db
    .selectFrom("audit_log")
    .innerJoin("audit_personal", "audit_personal.audit_id", "audit_log.id")
    .select(["act", "actor_id", "after"])
    .where("act", "=", "mail.tested")
    .orderBy("audit_log.id", "desc")
    .executeTakeFirstOrThrow();

describe("a test mail", () => {
  test("is sent to the actor, and returns the mail server's answer", async () => {
    const server = await startMailServer();
    const answer = await send(server.url);
    expect(answer).toMatchObject({ taken: true, to: "maya@desk.test" });
    expect(answer.answer).toMatch(/^250\b/);
    const mail = await server.take("maya@desk.test");
    expect(mail.subject).toBe("Test email from Frontdesk");
    expect(mail.text).toStartWith("Hello Maya,\n");
    expect(mail.html).toContain('<p style="font-weight: 600">Frontdesk</p>');
    await server.stop();
    expect(await lastEntry()).toEqual({
      ...{ act: "mail.tested", actor_id: admin.id, after: { taken: "yes" } },
    });
  });

  test.each([
    ["desk@desk.test", "Frontdesk"],
    ["<desk@desk.test>", "Frontdesk"],
    ["Kestrel Care <desk@desk.test>", "Kestrel Care"],
    ['"Kestrel, Sons" <desk@desk.test>', "Kestrel, Sons"],
    ["Help: Müller & Co; Sons (Print) <desk@desk.test>", "Help: Müller & Co; Sons (Print)"],
  ])("with MAIL_FROM %s comes from one mailbox", async (mailFrom, name) => {
    const server = await startMailServer();
    const settings = { ...configOf(server.url), mailFrom, mailReplyTo: "A: B <help@desk.test>" };
    await sendTestMail(await actingAs(database.db, admin), settings);
    const mail = await server.take("maya@desk.test");
    expect(mail.from).toEqual({ name, address: "desk@desk.test" });
    expect(mail.replyTo).toEqual([{ name: "A: B", address: "help@desk.test" }]);
    await server.stop();
  });

  test("includes the desk's logo and fetches nothing", async () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await setLogo(await actingAs(database.db, admin), { picture: png, base: null });
    const server = await startMailServer();
    await send(server.url);
    const mail = await server.take("maya@desk.test");
    expect(mail.html).toContain('<img src="cid:desk-logo" alt="Frontdesk"');
    expect(mail.html).not.toMatch(/(src|href)="http/);
    expect(mail.attachments).toMatchObject([
      { mimeType: "image/png", disposition: "inline", filename: "logo.png" },
    ]);
    await server.stop();
  });

  test("that is refused returns the refusal, without credentials", async () => {
    const account = { user: "desk-account", password: "s3cret-word" };
    const server = await startMailServer({ account });
    const wrong = server.url.replace("s3cret-word", "wr0ng-word");
    const answer = await send(wrong);
    expect(answer.taken).toBe(false);
    expect(answer.answer).toMatch(/535/);
    expect(answer.answer).not.toMatch(/wr0ng-word|desk-account/);
    await server.stop();

    const refusing = await startMailServer({
      onRecipient: () => ({ code: 550, words: "5.1.1 No such mailbox here" }),
    });
    const refused = await send(refusing.url);
    expect([refused.taken, refused.answer]).toEqual([
      false,
      expect.stringContaining("No such mailbox here"),
    ]);
    await refusing.stop();
    expect((await lastEntry()).after).toEqual({ taken: "no" });
  });

  test("that is accepted with an address in the answer returns it without", async () => {
    const server = await startMailServer({ thanks: "2.0.0 For maya@desk.test, see https://x.y/z" });
    expect((await send(server.url)).answer).toBe("250 2.0.0 For [address], see [link]");
    await server.stop();
  });

  test("waits for a mail server no longer than its limit", async () => {
    const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const answer = await send(`smtp://127.0.0.1:${silent.port}`, 300);
    expect(answer.taken).toBe(false);
    silent.stop(true);
  });

  test("needs a mail server", async () => {
    expect((await refusalOf(send(null))).code).toBe("no_mail_server");
  });
});

test("the settings are shown without credentials", () => {
  const settings = mailSettings(configOf("smtps://someone:s3cret@mail.desk.test"));
  expect(settings.server).toEqual({
    ...{ host: "mail.desk.test", port: 465, encrypted: true, signsIn: true },
  });
  expect(JSON.stringify(settings)).not.toMatch(/s3cret|someone/);
  const open = mailSettings(configOf("smtp://mail.desk.test:2525"));
  expect(open.server).toEqual({
    ...{ host: "mail.desk.test", port: 2525, encrypted: false, signsIn: false },
  });
  const signsIn = mailSettings(configOf("smtp://someone:s3cret@mail.desk.test"));
  expect(signsIn.server).toMatchObject({ port: 587, encrypted: true, signsIn: true });
  const said = mailSettings(configOf("smtp://someone:s3cret@mail.desk.test?requireTLS=false"));
  expect(said.server).toMatchObject({ port: 587, encrypted: false, signsIn: true });
  expect(mailSettings(configOf("smtp://mail.desk.test")).server?.port).toBe(587);
  expect(mailSettings(configOf(null)).server).toBeNull();
});
