import { beforeEach, describe, expect, test } from "bun:test";
import type { MailFields } from "../../shared/desk.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { linesOn } from "../../tests/support/stored.ts";
import { readConfig } from "../config.ts";
import { createEncryption } from "../encryption.ts";
import { createLog } from "../log.ts";
import { loadDesk } from "./desk.ts";
import { readMailSettings, typedMailConfig, updateMailSettings } from "./mail-settings.ts";

const { database, deps } = setUpAdminDesk();
beforeEach(async () => {
  const { fields } = await readMailSettings(database.db, none);
  await change({ set: empty, base: fields });
});

const encryption = createEncryption([new Uint8Array(32).fill(7)]);
const none = readConfig({});
const empty: MailFields = {
  ...{ host: "", port: 587, security: "starttls", login: "" },
  ...{ sender: null, replyTo: null, baseUrl: null },
};
const server = { host: "smtp.acme.test", port: 587, security: "starttls", login: "desk" } as const;

interface Change {
  set: Partial<MailFields>;
  base?: Partial<MailFields>;
  password?: string;
}

function change({ set, base = {}, password }: Change) {
  const input = { set, base, ...(password !== undefined && { password }) };
  return updateMailSettings({ ...deps, encryption }, input, Bun.randomUUIDv7());
}

const deskOf = (env: Record<string, string> = {}, known = encryption) =>
  loadDesk(
    database.db,
    createLog("error", () => {}),
    readConfig(env),
    known,
  );

test("a change takes effect with the next refresh, and the password is stored encrypted", async () => {
  const desk = await deskOf();
  expect([desk.sendsMail, desk.mail.smtpServer]).toEqual([false, null]);
  const sender = { sender: "Acme <desk@acme.test>", baseUrl: "https://desk.acme.test" };
  await change({ set: { ...server, ...sender }, password: "s3cret word" });
  await desk.refresh();
  expect(desk.sendsMail).toBe(true);
  expect(desk.mail.smtpServer).toMatchObject({ ...server, password: "s3cret word" });
  expect(desk.mail.mailFrom).toBe(sender.sender);
  expect(desk.mail.baseUrl).toBe(sender.baseUrl);
  const row = await database.db.selectFrom("mail_settings").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain("s3cret");
  const shown = await readMailSettings(database.db, none);
  expect(JSON.stringify(shown)).not.toContain("s3cret");
  expect(shown).toMatchObject({ hasSecret: true, fields: { ...server, ...sender } });
  const [line] = (await linesOn(database.db, null)).slice(-1);
  expect(line).toMatchObject({ act: "mail.updated" });
  expect(JSON.stringify(line)).not.toContain("s3cret");
});

test("each setting of the environment outranks the stored one", async () => {
  await change({
    set: { ...server, sender: "stored@acme.test", replyTo: "help@acme.test" },
    password: "word",
  });
  const env = { SMTP_URL: "smtp://env.test:2525", MAIL_FROM: "env@acme.test" };
  const desk = await deskOf(env);
  expect(desk.mail).toMatchObject({ smtpUrl: env.SMTP_URL, smtpServer: null });
  expect([desk.mail.mailFrom, desk.mail.mailReplyTo]).toEqual(["env@acme.test", "help@acme.test"]);
  expect((await readMailSettings(database.db, readConfig(env))).fixed).toEqual({
    ...{ server: true, sender: true, replyTo: false, baseUrl: false },
  });
});

describe("the stored password", () => {
  beforeEach(() => change({ set: server, password: "word" }));

  test("stays where nothing is typed, and is asked for again for another server", async () => {
    await change({ set: { login: "other" } });
    expect((await deskOf()).mail.smtpServer).toMatchObject({ login: "other", password: "word" });
    for (const set of [{ host: "evil.test" }, { port: 2525 }]) {
      const { details } = await refusalOf(change({ set }));
      expect(details.fields).toEqual([
        { field: "password", message: "Enter the password for this server." },
      ]);
    }
    const typed = { fields: { ...empty, ...server, host: "evil.test" } };
    const tried = typedMailConfig({ db: database.db, encryption }, none, typed);
    expect((await refusalOf(tried)).details.fields?.[0]?.field).toBe("password");
  });

  test("is deleted with its login or its server", async () => {
    await change({ set: { login: "" } });
    expect(await readMailSettings(database.db, none)).toMatchObject({ hasSecret: false });
    await change({ set: { login: "desk" }, password: "word" });
    await change({ set: { host: "" } });
    expect(await readMailSettings(database.db, none)).toMatchObject({ hasSecret: false });
    expect((await deskOf()).sendsMail).toBe(false);
  });

  test("that no known key decrypts is null, so that sending says so", async () => {
    const other = createEncryption([new Uint8Array(32).fill(8)]);
    expect((await deskOf({}, other)).mail.smtpServer).toMatchObject({ password: null });
  });

  test("is used when typed settings of the same server are tested", async () => {
    const fields = { ...empty, ...server, sender: "typed@acme.test" };
    const config = await typedMailConfig({ db: database.db, encryption }, none, { fields });
    expect(config.smtpServer).toMatchObject({ password: "word" });
    expect(config.mailFrom).toBe("typed@acme.test");
  });
});

test("a value that someone else changed in the meantime is a conflict", async () => {
  await change({ set: { replyTo: "one@acme.test" }, base: { replyTo: null } });
  const refusal = await refusalOf(
    change({ set: { replyTo: "two@acme.test" }, base: { replyTo: null } }),
  );
  expect(refusal.code).toBe("changed_meanwhile");
  expect(refusal.details.fields).toEqual([
    { field: "replyTo", message: "Someone else changed this. It is now: one@acme.test" },
  ]);
});
