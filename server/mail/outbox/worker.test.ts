import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { UserState } from "../../../shared/users.ts";
import {
  type MailServer,
  type MailServerOptions,
  type Refusal,
  startMailServer,
} from "../../../tests/support/mail-server.ts";
import { pngOf } from "../../../tests/support/pictures.ts";
import type { TestDatabase } from "../../../tests/support/postgres.ts";
import { startProxy } from "../../../tests/support/proxy.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { waitForLockQueue } from "../../../tests/support/wait-for-lock-queue.ts";
import { readLink, voidLinksOf } from "../../auth/links.ts";
import { openDatabase } from "../../db/database.ts";
import { createEncryption } from "../../encryption.ts";
import { type NewMail, queueMail } from "../../events/queue-mail.ts";
import { createGuardedFetch } from "../../guarded-fetch.ts";
import { createLog } from "../../log.ts";
import { returnToStaff } from "../inbound/bounces.ts";
import { deliverMail, maxAttempts, waitAfter } from "./deliver.ts";
import { leaseMail } from "./lease.ts";
import type { SendMail } from "./smtp.ts";
import { eraseMailsOf } from "./withdraw.ts";
import { type MailWorker, type MailWorkerOptions, startMailWorker } from "./worker.ts";

const origin = "https://desk.example.com";
const start = new Date("2026-11-20T09:00:00Z");
const minute = 60_000;

const database = setUpTestDatabase();
let clock: Date;
let logged: string[];
let cleanups: (() => unknown)[];

beforeEach(() => {
  clock = start;
  logged = [];
  cleanups = [];
});

afterEach(async () => {
  await Promise.all(cleanups.map((cleanup) => cleanup()));
  await database.empty();
});

describe("a queued mail", () => {
  test("is sent with a link that works once, and no token is stored", async () => {
    const server = await mailServer();
    const ana = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId: ana, data: {} });
    await settle(worker(server.url, { mailReplyTo: "help@example.com" }));

    const mail = await server.take("ana@example.com");
    const { id, ...row } = await onlyMail();
    expect(mail.from).toMatchObject({ name: "Frontdesk", address: "frontdesk@desk.example.com" });
    expect(mail.to).toEqual([{ name: "Ana Ruiz", address: "ana@example.com" }]);
    expect(mail.replyTo).toEqual([{ name: "", address: "help@example.com" }]);
    expect(mail.subject).toBe("Choose a new password for Frontdesk");
    expect(mail.messageId).toBe(`<${id}@desk.example.com>`);
    expect(header(mail, "auto-submitted")).toBe("auto-generated");
    expect(header(mail, "list-id")).toBeUndefined();

    const token = tokenIn(mail.text);
    expect(mail.html).toContain(`${origin}/reset-password#${token}`);
    expect(await readLink(database.db, token, clock)).toMatchObject({ kind: "reset", userId: ana });
    expect(row).toMatchObject({
      state: "sent",
      address: "ana@example.com",
      subject: mail.subject,
      attempts: 1,
      error: null,
      leased_until: null,
      sent_at: clock,
    });
    expect(row.body?.trim()).toBe(mail.text?.replace(/https:\S+/, "[link]").trim());
    expect(JSON.stringify(row) + logged.join()).not.toContain(token);
    expect(logged.join()).not.toContain("ana@example.com");
  });

  test("of an action that was rolled back is never sent", async () => {
    const server = await mailServer();
    const userId = await addUser("active");
    const act = database.db.transaction().execute(async (tx) => {
      await queueMail(tx, { template: "reset", userId, data: {} }, clock);
      throw new Error("refused");
    });
    await expect(act).rejects.toThrow("refused");
    await settle(worker(server.url));
    expect(server.received).toEqual([]);
  });

  test("is noticed within about a second without a wake-up", async () => {
    const server = await mailServer();
    await settle(worker(server.url));
    await queue({
      template: "reset",
      userId: await addUser("active", { email: "ana@example.com" }),
      data: {},
    });
    await server.take("ana@example.com", 2500);
  });

  test("includes the desk's logo", async () => {
    const server = await mailServer();
    const bytes = Buffer.from(pngOf(1, 1));
    const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    await database.db
      .insertInto("desk_logos")
      .values({ hash, type: "image/png", bytes, created_at: clock })
      .execute();
    await database.db.updateTable("desk").set({ logo_hash: hash }).execute();
    cleanups.push(() => database.db.updateTable("desk").set({ logo_hash: null }).execute());
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    await settle(worker(server.url));
    const mail = await server.take("ana@example.com");
    expect(mail.html).toContain('<img src="cid:desk-logo" alt="Frontdesk"');
    expect(mail.attachments).toHaveLength(1);
  });

  test("names who invited, and its link is an invitation's", async () => {
    const server = await mailServer();
    const ben = await addUser("active", { firstName: "Ben", lastName: "Ode" });
    const ana = await addUser("invited", { email: "ana@example.com" });
    await queue({ template: "invitation", userId: ana, data: { askedBy: ben } });
    await settle(worker(server.url));
    const mail = await server.take("ana@example.com");
    expect(mail.text).toContain("Ben Ode invited you to Frontdesk.");
    expect(await readLink(database.db, tokenIn(mail.text), clock)).toMatchObject({
      kind: "invitation",
      userId: ana,
    });
  });

  test("about a new password carries no token, and creates no link", async () => {
    const server = await mailServer();
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "password-changed", userId, data: {} });
    await settle(worker(server.url));
    const mail = await server.take("ana@example.com");
    expect(mail.text).toContain("20 November 2026 at 09:00 (UTC)");
    expect(mail.text).not.toContain("#");
    expect(await links()).toEqual([]);
  });

  test("with markup and line breaks in a name stays one mail with the same text", async () => {
    const server = await mailServer();
    const userId = await addUser("active", {
      email: "ana@example.com",
      firstName: '<img src="https://evil.example/x">\r\nBcc: eve@example.com',
      lastName: '"Ruiz", eve@example.com;',
    });
    await queue({ template: "reset", userId, data: {} });
    await settle(worker(server.url));
    const mail = await server.take("ana@example.com");
    expect(server.received).toHaveLength(1);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.to?.map(({ address }) => address)).toEqual(["ana@example.com"]);
    expect(mail.html).not.toContain("<img");
    expect(mail.html).toContain("&lt;img src=");
    expect(mail.text).toContain('Hello <img src="https://evil.example/x"> Bcc: eve@example.com,');
  });

  test.each([
    ["reset", "disabled", "The person has been disabled."],
    ["password-changed", "disabled", "The person has been disabled."],
    ["reset", "invited", "The person has not accepted their invitation yet."],
    ["reset-by-admin", "invited", "The person has not accepted their invitation yet."],
    ["invitation", "active", "The person has already accepted an invitation."],
  ] as const)(
    "a mail about %s to a person who is now %s is dropped",
    async (template, state, why) => {
      const server = await mailServer();
      await queue({ template, userId: await addUser(state), data: {} });
      await settle(worker(server.url));
      expect(await onlyMail()).toMatchObject({ state: "skipped", error: why, address: null });
      expect(server.received).toEqual([]);
      expect(await links()).toEqual([]);
    },
  );

  test("that waited during a password change brings no link, and none is created", async () => {
    const server = await mailServer();
    const userId = await addUser("active", { email: "ana@example.com" });
    for (const template of ["reset", "reset-by-admin"] as const) {
      await queue({ template, userId, data: {} });
    }
    const other = await addUser("active", { email: "ben@example.com" });
    await queue({ template: "reset", userId: other, data: {} });
    await voidLinks(userId);
    await queue({ template: "password-changed", userId, data: {} });
    await settle(worker(server.url));
    expect(server.received.map(({ recipient }) => recipient).sort()).toEqual([
      "ana@example.com",
      "ben@example.com",
    ]);
    expect((await server.take("ana@example.com")).text).toContain("was changed");
    expect((await links()).map(({ user_id }) => user_id)).toEqual([other]);
    expect(await mails()).toMatchObject([
      { state: "skipped", error: "Its link became void before it was sent." },
      { state: "skipped" },
      { state: "sent" },
      { state: "sent" },
    ]);
  });

  test("is withdrawn alone: sent ones stay sent, and those without a link stay queued", async () => {
    const server = await mailServer();
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    const running = worker(server.url);
    await settle(running);
    await running.stop();
    await queue({ template: "password-changed", userId, data: {} });
    await queue({ template: "reset", userId, data: {} });
    await voidLinks(userId);
    expect((await mails()).map(({ template, state }) => [template, state])).toEqual([
      ["reset", "sent"],
      ["password-changed", "queued"],
      ["reset", "skipped"],
    ]);
  });

  test("creates no link once it was withdrawn, even if it was leased before", async () => {
    const userId = await addUser("active");
    await queue({ template: "reset", userId, data: {} });
    const sent: string[] = [];
    await deliverOne({
      onLease: () => voidLinks(userId),
      async send({ address }) {
        sent.push(address);
        return { words: "250 taken", relayId: null };
      },
    });
    expect(sent).toEqual([]);
    expect(await links()).toEqual([]);
    expect(await onlyMail()).toMatchObject({ state: "skipped" });
  });

  test("waits until its lease ends if the desk itself fails, and no one is notified", async () => {
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    const delivery = deliverOne({ send: () => Promise.reject(new Error("The cable burns")) });
    await expect(delivery).rejects.toThrow("The cable burns");
    const { leased_until, ...row } = await onlyMail();
    expect(leased_until).not.toBeNull();
    expect(row).toMatchObject({ state: "queued", attempts: 1, error: null, address: null });
  });

  test("with a link waits for a password change in progress", async () => {
    const server = await mailServer();
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    const running = await database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable("users")
        .set({ password_hash: "new" })
        .where("id", "=", userId)
        .execute();
      const started = worker(server.url);
      await waitForLockQueue(database);
      await voidLinksOf(tx, [userId], clock);
      return started;
    });
    await settle(running);
    expect(server.received).toEqual([]);
    expect(await links()).toEqual([]);
    expect(await onlyMail()).toMatchObject({ state: "skipped" });
  });

  test("sent during a password change brings a link that does not work", async () => {
    const held = heldMailServer();
    const server = await held.server;
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    const running = worker(server.url);
    await held.reached;
    await voidLinks(userId);
    held.answer(null);
    await settle(running);
    const { text } = await server.take("ana@example.com");
    await expect(readLink(database.db, tokenIn(text), clock)).rejects.toMatchObject({
      code: "link_spent",
    });
  });

  test("to a user deleted in the meantime is dropped", async () => {
    const server = await mailServer();
    const userId = await addUser("active");
    await queue({ template: "reset", userId, data: {} });
    await database.db
      .updateTable("users")
      .set({ state: "disabled", email: null, deleted_at: clock })
      .execute();
    await settle(worker(server.url));
    expect(await onlyMail()).toMatchObject({
      state: "skipped",
      error: "The person has been deleted.",
    });
  });

  test("of an unknown template waits for a release that knows it", async () => {
    const server = await mailServer();
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    await database.db.updateTable("outgoing_mails").set({ template: "of-tomorrow" }).execute();
    await settle(worker(server.url));
    expect(await onlyMail()).toMatchObject({ state: "queued", attempts: 0 });
  });

  test("that crashes the server each time is finally given up", async () => {
    const server = await mailServer();
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    await database.db.updateTable("outgoing_mails").set({ attempts: maxAttempts }).execute();
    await settle(worker(server.url));
    expect(await onlyMail()).toMatchObject({ state: "failed", error: "Too many attempts failed." });
    expect(server.received).toEqual([]);
  });

  test("is also sent at its last attempt", async () => {
    const server = await mailServer();
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    const tried = { attempts: maxAttempts - 1 };
    await database.db.updateTable("outgoing_mails").set(tried).execute();
    await settle(worker(server.url));
    await server.take("ana@example.com");
    expect(await onlyMail()).toMatchObject({ state: "sent", attempts: maxAttempts });
  });

  test("of a deleted person can be erased, without affecting others", async () => {
    const [userId, other] = [await addUser("active"), await addUser("active")];
    for (const id of [userId, other]) await queue({ template: "reset", userId: id, data: {} });
    await database.db.transaction().execute((tx) => eraseMailsOf(tx, userId, new Date()));
    expect((await mails()).map(({ user_id }) => user_id)).toEqual([other]);
  });
});

test("without SMTP_URL mails are stored, and no token is created", async () => {
  const userId = await addUser("invited", { email: "ana@example.com" });
  await queue({ template: "invitation", userId, data: {} });
  await settle(worker(null));
  expect(await onlyMail()).toMatchObject({
    state: "kept",
    address: "ana@example.com",
    subject: "Your invitation to Frontdesk",
    body: expect.stringContaining("Choose a password:\n[link]\n"),
    sent_at: null,
  });
  expect(await links()).toEqual([]);
});

describe("each mail goes out exactly once", () => {
  test("with two servers on one database and eighty mails", async () => {
    const server = await mailServer();
    const people = await Promise.all(
      Array.from({ length: 80 }, (_, number) =>
        addUser("active", { email: `person${number}@example.com` }),
      ),
    );
    for (const userId of people) await queue({ template: "reset", userId, data: {} });
    const workers = [worker(server.url), worker(server.url)];
    await Promise.all(workers.map(settle));

    const recipients = server.received.map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(80);
    expect(new Set(recipients).size).toBe(80);
    expect((await mails()).every(({ state, attempts }) => state === "sent" && attempts === 1)).toBe(
      true,
    );
    expect(await links()).toHaveLength(80);
    const senders = logged.filter((line) => line.includes("mail.sent")).map((line) => line[0]);
    expect(new Set(senders)).toEqual(new Set(["1", "2"]));
  }, 60_000);

  test("when the sending server is killed before the mail was accepted", async () => {
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    const begun = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    let tries = 0;
    const server = await mailServer({
      async onMail() {
        tries += 1;
        if (tries > 1) return null;
        begun.resolve();
        await killed.promise;
        return { code: 451, words: "4.3.0 The client is gone" };
      },
    });
    const other = spawnWorker(server.url);
    await begun.promise;
    other.kill("SIGKILL");
    await other.exited;
    killed.resolve();

    await settle(worker(server.url));
    expect(server.received).toEqual([]);
    expect(await onlyMail()).toMatchObject({ state: "queued", attempts: 1 });
    await endLeases();
    await settle(worker(server.url));
    await settle(worker(server.url));
    expect(server.received).toHaveLength(1);
    expect(await onlyMail()).toMatchObject({ state: "sent", attempts: 2 });
  }, 60_000);

  test("when every database connection breaks as it is accepted", async () => {
    const server = await mailServer({
      async onMail() {
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(database.owner);
        return null;
      },
    });
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    const running = worker(server.url);
    await settle(running);
    await settle(running);
    expect(server.received).toHaveLength(1);
    expect(await onlyMail()).toMatchObject({ state: "sent", attempts: 1 });
  }, 60_000);

  test("when the database is down as it is accepted: it is recorded once it is back", async () => {
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    const cable = startProxy(database.url);
    const db = openDatabase({ url: cable.url, size: 2 });
    cleanups.push(() => db.destroy());
    let isUnreachable = false;
    await deliverOne({
      db,
      async send() {
        cable.cut();
        isUnreachable = true;
        return { words: "250 taken", relayId: null };
      },
      // Checked when the result could not be stored.
      isLeaving() {
        if (isUnreachable) cable.mend();
        isUnreachable = false;
        return false;
      },
    });
    cable.cut();
    expect(isUnreachable).toBe(false);
    expect(await onlyMail()).toMatchObject({ state: "sent", attempts: 1 });
  });

  test("when it cannot be recorded for any other reason, without endless retries", async () => {
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(database.owner);
    const delivery = deliverOne({
      async send() {
        await rename("outgoing_mails", "lost");
        return { words: "250 taken", relayId: null };
      },
    });
    await expect(delivery).rejects.toThrow("outgoing_mails");
    await rename("lost", "outgoing_mails");
  });

  test("when a lease expired and another server took over: the first one's result is ignored", async () => {
    const slow = heldMailServer();
    const quick = heldMailServer();
    const servers = [await slow.server, await quick.server] as const;
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    const first = worker(servers[0].url);
    await slow.reached;
    await endLeases();
    const second = worker(servers[1].url);
    await quick.reached;

    slow.answer({ code: 550, words: "5.7.1 Too late" });
    await settle(first);
    expect(await onlyMail()).toMatchObject({ state: "queued", attempts: 2, error: null });
    quick.answer(null);
    await settle(second);
    expect(servers[1].received).toHaveLength(1);
    expect(await onlyMail()).toMatchObject({ state: "sent", attempts: 2, error: null });
  });
});

describe("a mail server", () => {
  test("that refuses twice gets the mail at the third attempt, with growing pauses", async () => {
    let tries = 0;
    const server = await mailServer({
      onRecipient: (address) =>
        ++tries > 2 ? null : { code: 450, words: `4.2.1 <${address}> is busy, see https://x.y/z` },
    });
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    const running = worker(server.url);

    await settle(running);
    let row = await onlyMail();
    expect(row).toMatchObject({ state: "queued", attempts: 1, address: "ana@example.com" });
    expect(row.error).toContain("450 4.2.1 <[address]> is busy, see [link]");
    expect(secondsUntil(row.next_attempt_at)).toBeWithin(24, 31);
    await settle(running);
    expect(tries).toBe(1);

    clock = new Date(row.next_attempt_at);
    await settle(running);
    row = await onlyMail();
    expect(secondsUntil(row.next_attempt_at)).toBeWithin(48, 61);

    clock = new Date(row.next_attempt_at);
    await settle(running);
    expect(await onlyMail()).toMatchObject({ state: "sent", attempts: 3, error: null });
    expect(server.received).toHaveLength(1);
    // The two that were certainly not delivered left no link.
    expect(await links()).toHaveLength(1);
    expect(logged.join()).not.toContain("ana@example.com");
  });

  test("that refuses for a day is not asked again", async () => {
    const server = await mailServer({ onRecipient: () => ({ code: 450, words: "4.2.1 busy" }) });
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    const running = worker(server.url);
    let tries = 0;
    let row = await onlyMail();
    while (row.state === "queued" && tries++ < 100) {
      clock = new Date(row.next_attempt_at);
      await settle(running);
      row = await onlyMail();
    }
    expect(row).toMatchObject({ state: "failed", attempts: maxAttempts });
    expect(row.error).toContain("450 4.2.1 busy");
    const hours = (clock.getTime() - start.getTime()) / (60 * minute);
    expect(hours).toBeWithin(21, 28);
  }, 60_000);

  test.each(["onRecipient", "onMail"] as const)(
    "that permanently refuses the recipient or the mail (%s) is asked once",
    async (moment) => {
      const server = await mailServer({
        [moment]: () => ({ code: 550, words: "5.1.1 ana@example.com: no such user" }),
      });
      const userId = await addUser("active", { email: "ana@example.com" });
      // With and without a link.
      for (const template of ["reset", "password-changed"] as const) {
        await queue({ template, userId, data: {} });
      }
      await settle(worker(server.url));
      const rows = await mails();
      expect(rows).toHaveLength(2);
      for (const row of rows) {
        expect(row).toMatchObject({ state: "failed", attempts: 1 });
        expect(row.error).toContain("550 5.1.1 [address]: no such user");
      }
      expect(await links()).toEqual([]);
    },
  );

  test("that requires a sign-in gets one", async () => {
    const account = { user: "desk", password: "pa:ss w@rd" };
    const server = await mailServer({ account });
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    await settle(worker(server.url));
    await server.take("ana@example.com");
  });

  test("that refuses the sign-in is retried, and its answer is shown without the password", async () => {
    const server = await mailServer({ account: { user: "desk-mailer", password: "pa:ss w@rd" } });
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    await settle(worker(`smtp://desk-mailer:s3cr3t%21@127.0.0.1:${server.port}`));
    const row = await onlyMail();
    expect(row).toMatchObject({ state: "queued", attempts: 1 });
    expect(row.error).toContain("535 5.7.8");
    expect(row.error + logged.join()).not.toMatch(/s3cr3t|desk-mailer/);
  });

  test("with an untrusted certificate gets nothing", async () => {
    const server = await mailServer({ selfSigned: true });
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    await settle(worker(server.url));
    const row = await onlyMail();
    expect(row.state).toBe("queued");
    expect(row.error).toMatch(/certificate/i);
    expect(server.received).toEqual([]);
  });

  test("without encryption gets the password only on this machine, or if configured", async () => {
    const server = await mailServer({ account: { user: "desk", password: "s3cret" } });
    // This machine under an address that is not loopback.
    const elsewhere = server.url.replace("127.0.0.1", "0.0.0.0");
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "reset", userId, data: {} });
    const strict = worker(elsewhere);
    await settle(strict);
    await strict.stop();
    const row = await onlyMail();
    expect(row).toMatchObject({ state: "queued", attempts: 1 });
    expect(row.error).toContain("STARTTLS");
    clock = row.next_attempt_at;
    await settle(worker(`${elsewhere}?requireTLS=false`));
    await server.take("ana@example.com");
  });

  test.each([
    ["https://desk.example.com", "desk.example.com"],
    ["http://10.0.0.5:3000", null],
    ["http://desk:3000", null],
    [null, null],
  ])("is greeted with the host name of a desk at %s, if it has one", async (baseUrl, name) => {
    const server = await mailServer();
    const userId = await addUser("active", { email: "ana@example.com" });
    await queue({ template: "password-changed", userId, data: {} });
    await settle(worker(server.url, { baseUrl }));
    const { greeting } = await server.take("ana@example.com");
    if (name) expect(greeting).toBe(name);
    else expect(greeting).not.toMatch(/^(desk|10\.0\.0\.5)$/);
  });

  test("that is unreachable is retried", async () => {
    const server = await mailServer();
    await server.stop();
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    await settle(worker(server.url));
    expect(await onlyMail()).toMatchObject({ state: "queued", attempts: 1 });
  });

  test("that hangs holds no transaction and no lock, and is given up", async () => {
    const server = await silentServer();
    const userId = await addUser("active");
    await queue({ template: "reset", userId, data: {} });
    const running = worker(server.url, {}, { smtp: 1500 });
    await server.connected;

    const { rows } = await sql`
      select state from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(
      database.owner,
    );
    expect(rows).toEqual([]);
    await sql`select from outgoing_mails for update nowait`.execute(database.db);
    await sql`select from users for update nowait`.execute(database.db);

    await settle(running);
    const row = await onlyMail();
    expect(row).toMatchObject({ state: "queued", attempts: 1, leased_until: null });
    expect(secondsUntil(row.next_attempt_at)).toBeWithin(24, 31);
  });

  test("that sends a byte now and then is cut off before the lease ends", async () => {
    const server = await silentServer((write) => write("2"));
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    await settle(worker(server.url, {}, { delivery: 600 }));
    expect(await onlyMail()).toMatchObject({
      state: "queued",
      error: "The mail server took too long, or the desk was stopped while sending.",
    });
    // It is unknown whether the mail was delivered, so its link stays valid.
    expect(await links()).toHaveLength(1);
  });

  test("that hangs does not keep the desk from stopping", async () => {
    const server = await silentServer();
    await queue({ template: "reset", userId: await addUser("active"), data: {} });
    const running = worker(server.url, {}, { goodbye: 200 });
    await server.connected;
    await running.stop();
    // Not because the mail server was given up, which takes longer and is reported.
    expect(await onlyMail()).toMatchObject({
      ...{ state: "queued", leased_until: null },
      error: "The mail server took too long, or the desk was stopped while sending.",
    });
  });
});

test("a mail server that is slow with one mail delays no other", async () => {
  const slow = Promise.withResolvers<void>();
  const server = await mailServer({
    async onMail({ recipient }) {
      if (recipient === "ana@example.com") await slow.promise;
      return null;
    },
  });
  for (const email of ["ana@example.com", "ben@example.com"]) {
    await queue({ template: "reset", userId: await addUser("active", { email }), data: {} });
  }
  const running = worker(server.url);
  await server.take("ben@example.com");
  slow.resolve();
  await settle(running);
  expect((await mails()).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("a mail accepted as the database goes down does not keep the desk from stopping", async () => {
  const cable = startProxy(database.url);
  const server = await mailServer({
    onMail() {
      cable.cut();
      return null;
    },
  });
  const userId = await addUser("active", { email: "ana@example.com" });
  await queue({ template: "reset", userId, data: {} });
  const db = openDatabase({ url: cable.url, size: 2 });
  cleanups.push(() => db.destroy());
  const running = worker(server.url, {}, { goodbye: 50 }, db);
  await server.take("ana@example.com");
  await running.stop();
  expect(await onlyMail()).toMatchObject({ state: "queued", attempts: 1 });
});

test("stopping lets a mail that is being sent finish", async () => {
  const { server, reached, answer } = heldMailServer();
  await queue({ template: "reset", userId: await addUser("active"), data: {} });
  const running = worker((await server).url);
  await reached;
  const stopped = running.stop();
  answer(null);
  await stopped;
  expect(await onlyMail()).toMatchObject({ state: "sent" });
});

test("the waits grow from half a minute to an hour, slightly randomised", () => {
  const seconds = [1, 2, 3, 4, 8, 9, 30].map((attempt) => waitAfter(attempt, 0) / 1000);
  expect(seconds).toEqual([30, 60, 120, 240, 3600, 3600, 3600]);
  expect(waitAfter(1, 1)).toBe(24_000);
});

async function mailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  cleanups.push(() => server.stop());
  return server;
}

/** Accepts one mail, and answers on request. */
function heldMailServer() {
  const reached = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Refusal | null>();
  const server = mailServer({
    onMail() {
      reached.resolve();
      return answer.promise;
    },
  });
  return { server, reached: reached.promise, answer: answer.resolve };
}

/** Accepts connections but never sends a whole line. */
async function silentServer(drip?: (write: (text: string) => void) => void) {
  const connected = Promise.withResolvers<void>();
  const timers: Timer[] = [];
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        connected.resolve();
        if (drip) timers.push(setInterval(() => drip((text) => socket.write(text)), 50));
      },
      data() {},
    },
  });
  cleanups.push(() => {
    for (const timer of timers) clearInterval(timer);
    server.stop(true);
  });
  return { url: `smtp://127.0.0.1:${server.port}`, connected: connected.promise };
}

let workers = 0;

function worker(
  smtpUrl: string | null,
  settings: Partial<MailWorkerOptions["config"]> = {},
  patience: MailWorkerOptions["patience"] = {},
  db = database.db,
): MailWorker {
  workers += 1;
  const number = String((workers % 2) + 1);
  const running = startMailWorker({
    db,
    config: {
      smtpUrl,
      mailFrom: "Frontdesk <frontdesk@desk.example.com>",
      mailReplyTo: null,
      baseUrl: origin,
      ...settings,
    },
    encryption: createEncryption([]),
    guardedFetch: createGuardedFetch({ allowPrivate: [] }),
    log: createLog("info", (line) => logged.push(`${number} ${line}`)),
    now: () => clock,
    origin: () => origin,
    onUndelivered: returnToStaff,
    patience,
  });
  cleanups.push(() => running.stop());
  return running;
}

function settle(running: MailWorker): Promise<void> {
  return running.settled();
}

/** The only mail waiting, while its server is in the middle of sending it. */
async function deliverOne({
  send,
  onLease,
  db = database.db,
  isLeaving = () => false,
}: {
  send: SendMail;
  onLease?: () => Promise<void>;
  db?: TestDatabase["db"];
  isLeaving?: () => boolean;
}) {
  const job = await leaseMail(database.db, clock, minute);
  if (!job) throw new Error("The mail was not leased");
  await onLease?.();
  await deliverMail(
    {
      ...{ db, config: { mailReplyTo: null, baseUrl: null }, log: createLog("error") },
      ...{ now: () => clock, origin: () => origin, isLeaving },
      senderFor: () => send,
      leaseMs: minute,
      onUndelivered: returnToStaff,
    },
    job,
    new AbortController().signal,
  );
}

/** A separate server process that can be killed. */
function spawnWorker(smtpUrl: string) {
  const script = `
    import { openDatabase } from "${import.meta.dir}/../../db/database.ts";
    import { createLog } from "${import.meta.dir}/../../log.ts";
    import { createEncryption } from "${import.meta.dir}/../../encryption.ts";
    import { createGuardedFetch } from "${import.meta.dir}/../../guarded-fetch.ts";
    import { returnToStaff } from "${import.meta.dir}/../inbound/bounces.ts";
    import { startMailWorker } from "${import.meta.dir}/worker.ts";
    startMailWorker({
      db: openDatabase({ url: ${JSON.stringify(database.url)}, size: 2 }),
      config: { smtpUrl: "${smtpUrl}", mailFrom: "d@example.com", mailReplyTo: null, baseUrl: null },
      encryption: createEncryption([]),
      guardedFetch: createGuardedFetch({ allowPrivate: [] }),
      log: createLog("error"),
      now: () => new Date("${clock.toISOString()}"),
      origin: () => "${origin}",
      onUndelivered: returnToStaff,
    });`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "ignore" });
  cleanups.push(() => child.kill("SIGKILL"));
  return child;
}

async function queue(mail: NewMail): Promise<void> {
  await database.db.transaction().execute((tx) => queueMail(tx, mail, clock));
}

async function voidLinks(userId: string): Promise<void> {
  await database.db.transaction().execute((tx) => voidLinksOf(tx, [userId], clock));
}

async function addUser(
  state: UserState,
  person: { email?: string; firstName?: string; lastName?: string } = {},
): Promise<string> {
  const id = Bun.randomUUIDv7();
  await database.db
    .insertInto("users")
    .values({
      id,
      first_name: person.firstName ?? "Ana",
      last_name: person.lastName ?? "Ruiz",
      email: person.email ?? `${id}@example.com`,
      role: "Customer",
      state,
    })
    .execute();
  return id;
}

function mails() {
  return database.db.selectFrom("outgoing_mails").selectAll().orderBy("id").execute();
}

function onlyMail() {
  return database.db.selectFrom("outgoing_mails").selectAll().executeTakeFirstOrThrow();
}

function links() {
  return database.db.selectFrom("links").selectAll().execute();
}

/** As if two minutes had passed. */
async function endLeases(): Promise<void> {
  await sql`update outgoing_mails set leased_until = now() - interval '1 ms'
    where leased_until is not null`.execute(database.db);
}

function tokenIn(text: string | undefined): string {
  return text?.match(/#([A-Za-z0-9_-]{43})$/m)?.[1] ?? "no token";
}

function header(mail: { headers: { key: string; value: string }[] }, name: string) {
  return mail.headers.find(({ key }) => key === name)?.value;
}

function secondsUntil(time: Date): number {
  return (time.getTime() - clock.getTime()) / 1000;
}
