import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import type { MailboxFields } from "../../../shared/mailboxes.ts";
import { createMailboxInput } from "../../../shared/schemas/mailboxes.ts";
import { actingAs, refusalOf } from "../../../tests/support/acting.ts";
import { insertUser } from "../../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { createEncryption } from "../../encryption.ts";
import { createGuardedFetch } from "../../guarded-fetch.ts";
import {
  notifyOfEndingSecrets,
  notifyOfFailing,
  notifyOfHeldMails,
} from "../../notifications/mailbox-news.ts";
import { isLinkLocal, secretCell } from "../mail-host.ts";
import { addEvent, sweepMailboxEvents } from "../mailbox-events.ts";
import { takeLease } from "../mailbox-lease.ts";
import { createMailbox, removeMailbox, updateMailbox } from "./commands.ts";
import { getMailbox, listMailboxes } from "./queries.ts";
import { recordFailure, setState } from "./state.ts";
import { testMailbox } from "./test-connection.ts";

const encryption = createEncryption([new Uint8Array(32).fill(3)]);
const guardedFetch = createGuardedFetch({ allowPrivate: [] });

let database: TestDatabase;
let made = 0;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

async function admin() {
  const user = await insertUser(database.db, { role: "Super Admin" });
  return { ...(await actingAs(database.db, user)), encryption };
}

function fieldsWith(given: Partial<MailboxFields> = {}): MailboxFields {
  made += 1;
  return {
    name: "Support",
    address: `support-${made}@desk.test`,
    host: "imap.desk.test",
    port: 993,
    security: "tls",
    login: "support",
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
}

const key = () => Bun.randomUUIDv7();
const query = () => ({ db: database.db, isReading: true });

async function create(given: Partial<MailboxFields> = {}) {
  const fields = fieldsWith(given);
  const input = { fields, password: "secret", backlogDays: 0 as const };
  const { id } = await createMailbox(await admin(), input, key());
  return { id, fields };
}

async function secretOf(mailboxId: string): Promise<string | null> {
  const server = await database.db
    .selectFrom("mailbox_servers")
    .select(["id", "secret"])
    .where("mailbox_id", "=", mailboxId)
    .where("direction", "=", "in")
    .executeTakeFirstOrThrow();
  return server.secret && encryption.decrypt(server.secret, secretCell(server.id));
}

test("the password is stored encrypted, and no query returns it", async () => {
  const { id, fields } = await create();
  const details = await getMailbox(query(), id);
  expect(details).toMatchObject({
    fields: { ...fields, isDefault: true },
    hasSecret: true,
    state: "idle",
  });
  expect(JSON.stringify(details)).not.toContain('"secret"');
  expect(await secretOf(id)).toBe("secret");
  const { secret } = await database.db
    .selectFrom("mailbox_servers")
    .select("secret")
    .where("mailbox_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(secret).not.toContain("secret");
  const log = await database.db.selectFrom("audit_personal").selectAll().execute();
  expect(JSON.stringify(log)).not.toContain('"secret"');
});

test("a change without a password keeps it, and another server needs it again", async () => {
  const { id, fields } = await create();
  const change = { set: { name: "Billing" }, base: { name: "Support" } };
  await updateMailbox(await admin(), { id, ...change }, key());
  expect(await secretOf(id)).toBe("secret");
  const elsewhere = { set: { host: "evil.test" }, base: { host: fields.host } };
  const refusal = await refusalOf(updateMailbox(await admin(), { id, ...elsewhere }, key()));
  expect(refusal.details.fields).toMatchObject([{ field: "password" }]);
  const { host, port, security, login, certificate, folder } = fields;
  const tested = { id, host, port, security, login, certificate, folder };
  const deps = { db: database.db, encryption, guardedFetch, now: () => new Date() };
  const other = await refusalOf(testMailbox(deps, { ...tested, host: "evil.test" }));
  expect(other.details.fields).toMatchObject([{ field: "password" }]);
});

test("a separate server for sending has its own password, which is sent to no other server", async () => {
  const { id } = await create();
  const out = { sends: "own", outHost: "smtp.desk.test", outLogin: "support" } as const;
  const base = { sends: "default", outHost: "", outLogin: "" } as const;
  const without = updateMailbox(await admin(), { id, set: out, base }, key());
  expect((await refusalOf(without)).details.fields).toMatchObject([{ field: "outPassword" }]);
  await updateMailbox(await admin(), { id, set: out, base, outPassword: "out" }, key());
  const details = await getMailbox(query(), id);
  expect(details).toMatchObject({ fields: out, hasSecret: true, hasOutSecret: true });
  const server = await database.db
    .selectFrom("mailbox_servers")
    .select(["id", "secret"])
    .where("mailbox_id", "=", id)
    .where("direction", "=", "out")
    .executeTakeFirstOrThrow();
  expect(encryption.decrypt(server.secret ?? "", secretCell(server.id))).toBe("out");
  const renamed = { set: { outLogin: "team" }, base: { outLogin: "support" } };
  await updateMailbox(await admin(), { id, ...renamed }, key());
  const moved = { set: { outHost: "evil.test" }, base: { outHost: "smtp.desk.test" } };
  const refusal = await refusalOf(updateMailbox(await admin(), { id, ...moved }, key()));
  expect(refusal.details.fields).toMatchObject([{ field: "outPassword" }]);
  const none = { set: { outHost: "" }, base: { outHost: "smtp.desk.test" } };
  const missing = await refusalOf(updateMailbox(await admin(), { id, ...none }, key()));
  expect(missing.details.fields).toMatchObject([{ field: "outHost" }]);
});

test("the first mailbox is the default one, until another one is", async () => {
  await database.db.updateTable("mailboxes").set({ is_default: false }).execute();
  const isDefault = async (id: string) => (await getMailbox(query(), id)).fields.isDefault;
  const [first, second] = [await create(), await create()];
  expect([await isDefault(first.id), await isDefault(second.id)]).toEqual([true, false]);
  const change = { set: { isDefault: true }, base: { isDefault: false } };
  await updateMailbox(await admin(), { id: second.id, ...change }, key());
  expect([await isDefault(first.id), await isDefault(second.id)]).toEqual([false, true]);
  const third = await create({ isDefault: true });
  expect([await isDefault(second.id), await isDefault(third.id)]).toEqual([false, true]);
});

test("a setting that someone else changed is not overwritten", async () => {
  const { id } = await create();
  const deps = await admin();
  await updateMailbox(deps, { id, set: { name: "A" }, base: { name: "Support" } }, key());
  const late = updateMailbox(deps, { id, set: { name: "B" }, base: { name: "Support" } }, key());
  expect((await refusalOf(late)).code).toBe("changed_meanwhile");
});

test("an address has one mailbox, and is free again when it was removed", async () => {
  const { id, fields } = await create();
  const again = async () =>
    createMailbox(await admin(), { fields, password: "x", backlogDays: 0 }, key());
  expect((await refusalOf(again())).details.fields).toMatchObject([{ field: "address" }]);
  await removeMailbox(await admin(), id, key());
  await again();
  const listed = await listMailboxes(query());
  expect(listed.filter(({ address }) => address === fields.address)).toHaveLength(1);
});

test("other addresses belong to one mailbox, and are free again when it is removed", async () => {
  const { id, fields } = await create({ aliases: ["help@desk.test", "info@desk.test"] });
  const details = await getMailbox(query(), id);
  expect(details.fields.aliases).toEqual(["help@desk.test", "info@desk.test"]);
  for (const aliases of [["help@desk.test"], [fields.address]]) {
    expect((await refusalOf(create({ aliases }))).details.fields).toMatchObject([
      { field: "aliases" },
    ]);
  }
  const set = { aliases: ["info@desk.test"] };
  await updateMailbox(await admin(), { id, set, base: { aliases: fields.aliases } }, key());
  expect((await getMailbox(query(), id)).fields.aliases).toEqual(set.aliases);
  await removeMailbox(await admin(), id, key());
  await create({ aliases: ["help@desk.test", "info@desk.test"] });
});

test("a missing field that a choice requires is refused", async () => {
  const move = create({ afterStoring: "move" });
  expect((await refusalOf(move)).details.fields).toMatchObject([{ field: "moveTo" }]);
  const domains = create({ accepts: "domains" });
  expect((await refusalOf(domains)).details.fields).toMatchObject([{ field: "domains" }]);
});

test("failures wait 1, 2, 5, 15, then 60 minutes; a refused sign-in waits for an edit", async () => {
  const { id } = await create();
  const now = new Date("2026-11-28T10:00:00Z");
  const waits: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    await recordFailure(database.db, id, { words: "It is down.", needsEdit: false }, { now });
    const { nextAttemptAt, state } = await getMailbox(query(), id);
    expect(state).toBe("waiting");
    waits.push((Date.parse(nextAttemptAt ?? "") - now.getTime()) / 60_000);
  }
  expect(waits).toEqual([1, 2, 5, 15, 60, 60]);
  const { events } = await getMailbox(query(), id);
  expect(events.map(({ text }) => text)).toEqual(["It is down."]);
  await recordFailure(database.db, id, { words: "Refused.", needsEdit: true }, { now });
  expect(await getMailbox(query(), id)).toMatchObject({ state: "rejected", nextAttemptAt: null });
});

test("after a quarter of an hour Super Admins get a bell and a mail, once until it is read again", async () => {
  const { id } = await create();
  const { actor } = await admin();
  const now = new Date();
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const told = async () => {
    const of = { mailbox_id: id, user_id: actor.id, kind: "mailbox-failing" } as const;
    const bells = database.db
      .selectFrom("notifications")
      .select("id")
      .where((is) => is.and(of));
    const mails = database.db
      .selectFrom("outgoing_mails")
      .select("id")
      .where("template", "=", "mailbox-failing")
      .where("user_id", "=", actor.id)
      .where(sql`data->>'mailboxId'`, "=", id);
    return [(await bells.execute()).length, (await mails.execute()).length];
  };
  const fail = (at: Date) =>
    recordFailure(database.db, id, { words: "It is down.", needsEdit: false }, { now: at });
  await fail(now);
  await setState(database.db, id, "connecting", later(1));
  await fail(later(2));
  await notifyOfFailing(database.db, later(14));
  expect(await told()).toEqual([0, 0]);
  await notifyOfFailing(database.db, later(16));
  await notifyOfFailing(database.db, later(17));
  expect(await told()).toEqual([1, 1]);
  await setState(database.db, id, "watching", later(20));
  const { failing_since } = await database.db
    .selectFrom("mailboxes")
    .select("failing_since")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(failing_since).toBeNull();
});

test("held mail rings once a day, unless no one has to look at it", async () => {
  const { id } = await create();
  const { actor } = await admin();
  const now = new Date();
  const hold = (reason: "automatic" | "stranger") =>
    database.db
      .insertInto("inbound_mails")
      .values({
        id: key(),
        mailbox_id: id,
        source: "command",
        raw_hash: Buffer.from(new Bun.CryptoHasher("sha256").update(key()).digest()),
        raw_size: 1,
        received_at: now,
        stored_at: now,
        next_attempt_at: now,
        state: "held",
        reason,
      })
      .execute();
  const rung = async () => {
    const lines = await database.db
      .selectFrom("notifications")
      .select("id")
      .where("user_id", "=", actor.id)
      .where("kind", "=", "mail-held")
      .execute();
    return lines.length;
  };
  await hold("automatic");
  await notifyOfHeldMails(database.db, now);
  expect(await rung()).toBe(0);
  await hold("stranger");
  await notifyOfHeldMails(database.db, now);
  await notifyOfHeldMails(database.db, now);
  expect(await rung()).toBe(1);
});

test("a client secret that ends within 30 days rings once, and again once it has another end", async () => {
  const { id } = await create();
  const { actor } = await admin();
  const now = new Date("2026-11-01T12:00:00Z");
  const ends = async (day: string) => {
    await database.db
      .updateTable("mailbox_oauth")
      .set({ secret_expires_on: sql<Date>`${day}::date` })
      .where("mailbox_id", "=", id)
      .execute();
  };
  const rung = async (daysLater: number) => {
    await notifyOfEndingSecrets(database.db, new Date(now.getTime() + daysLater * 86_400_000));
    const lines = await database.db
      .selectFrom("notifications")
      .select("id")
      .where("mailbox_id", "=", id)
      .where("user_id", "=", actor.id)
      .where("kind", "=", "secret-ending")
      .execute();
    return lines.length;
  };
  await database.db
    .insertInto("mailbox_oauth")
    .values({
      ...{ id: key(), mailbox_id: id, provider: "microsoft", grant_type: "code" },
      ...{ auth_url: "https://a.test", token_url: "https://a.test", scopes: "", client_id: "desk" },
    })
    .execute();
  expect(await rung(0)).toBe(0);
  await ends("2026-12-02");
  expect(await rung(0)).toBe(0);
  expect(await rung(1)).toBe(1);
  expect(await rung(5)).toBe(1);
  await ends("2027-12-02");
  expect(await rung(30)).toBe(1);
  expect(await rung(380)).toBe(2);
});

test("one server holds a lease, until it is 30 seconds old", async () => {
  const { id } = await create();
  const [one, other] = [key(), key()];
  expect(await takeLease(database.db, id, one)).toBe(true);
  expect(await takeLease(database.db, id, other)).toBe(false);
  expect(await takeLease(database.db, id, one)).toBe(true);
  await database.db
    .updateTable("mailbox_leases")
    .set({ until: new Date(Date.now() - 1000) })
    .where("mailbox_id", "=", id)
    .execute();
  expect(await takeLease(database.db, id, other)).toBe(true);
});

test("events are deleted after 30 days", async () => {
  const { id } = await create();
  const now = new Date();
  const old = new Date(now.getTime() - 31 * 24 * 60 * 60_000);
  await addEvent(database.db, id, "failed", "Long ago", old);
  await addEvent(database.db, id, "failed", "Today", now);
  await sweepMailboxEvents(database.db, now);
  const { events } = await getMailbox(query(), id);
  expect(events.map(({ text }) => text)).toEqual(["Today"]);
});

test.each([
  ["169.254.169.254", true],
  ["::ffff:169.254.169.254", true],
  ["fe80::1", true],
  ["10.0.0.1", false],
  ["127.0.0.1", false],
  ["2001:db8::1", false],
])("%s is link-local: %p", (address, expected) => {
  expect(isLinkLocal(address)).toBe(expected);
});

test("a password is sent unencrypted to this machine only", async () => {
  const input = { ...fieldsWith(), security: "none" as const, password: "secret" };
  const steps = await testMailbox(
    { db: database.db, encryption, guardedFetch, now: () => new Date() },
    { ...input, host: "192.0.2.1", port: 143 },
  );
  expect(steps[0]).toMatchObject({ step: "server", passed: false });
  expect(steps[0]?.text).toContain("unencrypted only to this machine");
  expect(steps.slice(1).map(({ passed }) => passed)).toEqual([null, null, null]);
});

test.each([
  ["address", "no address"],
  ["host", "imap.desk.test/path"],
  ["certificate", "no certificate"],
])("the input refuses a wrong %s", (field, value) => {
  const fields = { ...fieldsWith(), [field]: value };
  const read = createMailboxInput.safeParse({ fields, password: "x", backlogDays: 0 });
  expect(read.success).toBe(false);
});
