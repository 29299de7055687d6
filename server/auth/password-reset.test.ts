import { beforeEach, describe, expect, test } from "bun:test";
import { addPerson, type Person } from "../../tests/support/people.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { openDatabase } from "../db/database.ts";
import { queueMail } from "../events/queue-mail.ts";
import type { Services } from "../services.ts";
import { createLink, spendLink, voidLinksOf } from "./links.ts";
import {
  requestReset,
  resetLimits,
  resetNotedMessage,
  resetRequestedMessage,
} from "./password-reset.ts";

const minute = 60_000;

const database = setUpTestDatabase();
let clock: Date;
let logged: string[];
let network: string;
let smtpUrl: string | null;
let networks = 0;

beforeEach(() => {
  clock = new Date("2026-11-20T09:00:00Z");
  logged = [];
  smtpUrl = "smtp://post.test";
  networks += 1;
  network = `10.0.${networks}.0/24`;
});

describe("three mails an hour", () => {
  test("are sent for sixty simultaneous requests", async () => {
    const wide = openDatabase({ url: database.url, size: 16 });
    const people = await Promise.all(
      Array.from({ length: 5 }, () => addPerson(database.db, "Customer")),
    );
    for (const person of people) {
      networks += 60;
      const asks = Array.from({ length: 60 }, (_, at) =>
        ask(person.email, `10.${networks + at}.0.0/24`, wide),
      );
      expect(new Set(await Promise.all(asks))).toEqual(new Set([resetRequestedMessage]));
      expect(await mailsTo(person)).toHaveLength(3);
    }
    await wide.destroy();
  });

  test("are sent, and no more while a link is valid", async () => {
    const person = await addPerson(database.db, "Customer");
    await askThrice(person);
    await send(person);
    pass(29);
    await ask(person.email);
    expect(await mailsTo(person)).toHaveLength(3);
  });

  test("do not block the user once links requested by strangers have expired", async () => {
    const person = await addPerson(database.db, "Customer");
    await askThrice(person);
    await send(person);
    pass(31);
    await ask(person.email);
    await ask(person.email);
    expect(await mailsTo(person)).toHaveLength(4);
  });

  test.each(["used", "voided"])("do not block the user once they were %s", async (how) => {
    const person = await addPerson(database.db, "Customer");
    await askThrice(person);
    const tokens = await send(person);
    await database.db.transaction().execute(async (tx) => {
      if (how === "voided") return await voidLinksOf(tx, [person.id], clock);
      for (const token of tokens) await spendLink(tx, token, ["reset"], clock);
    });
    await ask(person.email);
    await ask(person.email);
    expect(await mailsTo(person)).toHaveLength(4);
  });

  test.each(["queued", "kept", "failed"] as const)(
    "are enough while one of them is %s",
    async (state) => {
      const person = await addPerson(database.db, "Customer");
      await askThrice(person);
      await database.db
        .updateTable("outgoing_mails")
        .set({ state })
        .where("user_id", "=", person.id)
        .execute();
      pass(45);
      await ask(person.email);
      expect(await mailsTo(person)).toHaveLength(3);
    },
  );

  test("no longer count once withdrawn or an hour old", async () => {
    const [withdrawn, late] = [
      await addPerson(database.db, "Customer"),
      await addPerson(database.db, "Customer"),
    ];
    for (const person of [withdrawn, late]) await askThrice(person);
    await database.db.transaction().execute((tx) => voidLinksOf(tx, [withdrawn.id], clock));
    await ask(withdrawn.email);
    expect(await mailsTo(withdrawn)).toHaveLength(4);
    pass(59);
    await ask(late.email);
    expect(await mailsTo(late)).toHaveLength(3);
    pass(2);
    await ask(late.email);
    expect(await mailsTo(late)).toHaveLength(4);
  });

  test("count only mails with a link", async () => {
    const { db } = database;
    const person = await addPerson(db, "Customer");
    const told = { template: "password-changed", userId: person.id, data: {} } as const;
    await db.transaction().execute(async (tx) => {
      for (let mail = 0; mail < 3; mail += 1) await queueMail(tx, told, clock);
    });
    await ask(person.email);
    expect((await mailsTo(person)).map(({ template }) => template)).toContain("reset");
  });

  test("apply to invitations, too, whose links are valid longer", async () => {
    const person = await addPerson(database.db, "Agent", { state: "invited" });
    await askThrice(person);
    await send(person, "invitation");
    pass(45);
    await ask(person.email);
    expect((await mailsTo(person)).map(({ template }) => template)).toEqual([
      "invitation",
      "invitation",
      "invitation",
    ]);
  });
});

describe("a request", () => {
  test("is mailed to the owner of the address in any case, with text for their state", async () => {
    const people = {
      active: await addPerson(database.db, "Agent", { email: "Active@Asking.test" }),
      invited: await addPerson(database.db, "Agent", { state: "invited" }),
      disabled: await addPerson(database.db, "Agent", { state: "disabled" }),
    };
    for (const { email } of Object.values(people)) await ask(email.toUpperCase());
    const templates = async (person: Person) =>
      (await mailsTo(person)).map(({ template }) => template);
    expect(await templates(people.active)).toEqual(["reset"]);
    expect(await templates(people.invited)).toEqual(["invitation"]);
    expect(await templates(people.disabled)).toEqual([]);
  });

  test("is audited with its origin and user, or the unknown address", async () => {
    const person = await addPerson(database.db, "Customer");
    await ask(person.email);
    await ask("unknown@asking.test");
    const lines = await database.db
      .selectFrom("audit_log as log")
      .innerJoin("audit_personal as personal", "personal.audit_id", "log.id")
      .select(["act", "actor_id", "subject_id", "person_id", "personal.network", "typed_address"])
      .where("personal.network", "=", network)
      .orderBy("log.id")
      .execute();
    const line = { act: "password.reset-requested", actor_id: null, network };
    expect(lines).toEqual([
      { ...line, subject_id: person.id, person_id: person.id, typed_address: null },
      { ...line, subject_id: null, person_id: null, typed_address: "unknown@asking.test" },
    ]);
  });
});

describe("one IP address", () => {
  test("can send twenty requests in ten minutes, its network ten times as many", () => {
    expect(resetLimits).toEqual({
      ipAddress: { count: 20, window: 10 * minute },
      network: { count: 200, window: 10 * minute },
    });
  });

  test("over its limit does not affect its neighbours", async () => {
    const ask = (email: string, ipAddress: string) =>
      requestReset({ ...depsFrom(network), ipAddress }, { email });
    for (let time = 0; time <= resetLimits.ipAddress.count; time += 1) {
      await ask("unknown@nowhere.test", "10.0.0.1");
    }
    const person = await addPerson(database.db, "Customer");
    await ask(person.email, "10.0.0.1");
    expect(await mailsTo(person)).toHaveLength(0);
    await ask(person.email, "10.0.0.2");
    expect(await mailsTo(person)).toHaveLength(1);
  });

  test("over its limit gets the same answer for any address, and nothing is mailed", async () => {
    const people = await Promise.all(
      Array.from({ length: resetLimits.ipAddress.count + 5 }, () =>
        addPerson(database.db, "Customer"),
      ),
    );
    const answers = await Promise.all(people.map(({ email }) => ask(email)));
    expect(new Set(answers)).toEqual(new Set([resetRequestedMessage]));
    const mails = await Promise.all(people.map(mailsTo));
    expect(mails.flat()).toHaveLength(resetLimits.ipAddress.count);
    await ask("unknown@nowhere.test");
    expect(logged).toHaveLength(6);
    expect(logged[0]).toContain("reset.refused");

    pass(resetLimits.ipAddress.window / minute);
    const [late] = people.filter((_, at) => mails[at]?.length === 0);
    await ask(late?.email ?? "");
    expect(late && (await mailsTo(late))).toHaveLength(1);
  });

  test("does not delay another", async () => {
    for (let time = 0; time <= resetLimits.ipAddress.count; time += 1)
      await ask("unknown@nowhere.test");
    const person = await addPerson(database.db, "Customer");
    await ask(person.email, "10.8.0.0/24");
    expect(await mailsTo(person)).toHaveLength(1);
  });
});

test("without a mail server no mail is promised for any address", async () => {
  smtpUrl = null;
  const person = await addPerson(database.db, "Customer");
  const disabled = await addPerson(database.db, "Agent", { state: "disabled" });
  const asked = [person.email, disabled.email, "unknown@nowhere.test"];
  const answers = await Promise.all(
    asked.flatMap((email) => Array(4).fill(email)).map((email) => ask(email)),
  );
  expect(new Set(answers)).toEqual(new Set([resetNotedMessage]));
  expect(resetNotedMessage).not.toContain("on its way");
  // Stored by the worker and shown to a Super Admin.
  expect(await mailsTo(person)).toHaveLength(3);
});

test("three hundred requests leave no more audit entries than were processed", async () => {
  const person = await addPerson(database.db, "Customer");
  const before = await auditRows();
  for (let time = 0; time < 50; time += 1) {
    const some = ["unknown@nowhere.test", person.email].flatMap((email) => [email, email, email]);
    await Promise.all(some.map((email) => ask(email)));
  }
  expect((await auditRows()) - before).toBeLessThanOrEqual(resetLimits.ipAddress.count);
});

test("requests refused for one account leave no audit entry", async () => {
  const person = await addPerson(database.db, "Customer");
  await askThrice(person);
  const before = await auditRows();
  await ask(person.email);
  expect(await auditRows()).toBe(before);
  expect(logged).toHaveLength(1);
  expect(logged.join()).not.toContain(person.email);
});

async function ask(email: string, from = network, db = database.db): Promise<string> {
  return (await requestReset(depsFrom(from, db), { email })).message;
}

function depsFrom(from: string, db = database.db) {
  const services = {
    db,
    desk: { sendsMail: smtpUrl !== null },
    log: {
      warn: (event: string, fields: object) => logged.push(JSON.stringify({ event, ...fields })),
    },
  } as unknown as Services;
  return {
    ...{ services, now: clock, requestId: Bun.randomUUIDv7() },
    ...{ ipAddress: from, network: from },
  };
}

async function askThrice({ email }: Person): Promise<void> {
  for (let time = 0; time < 3; time += 1) await ask(email);
}

function pass(minutes: number): void {
  clock = new Date(clock.getTime() + minutes * minute);
}

/** Like the mail worker; returns the links' tokens. */
async function send({ id }: Person, kind: "reset" | "invitation" = "reset"): Promise<string[]> {
  const sent = await database.db
    .updateTable("outgoing_mails")
    .set({ state: "sent", sent_at: clock })
    .where("user_id", "=", id)
    .where("state", "=", "queued")
    .returning("id")
    .execute();
  return await Promise.all(
    sent.map(() => createLink(database.db, { kind, userId: id, now: clock })),
  );
}

function mailsTo({ id }: Person) {
  return database.db
    .selectFrom("outgoing_mails")
    .select(["id", "template", "state"])
    .where("user_id", "=", id)
    .execute();
}

async function auditRows(): Promise<number> {
  const rows = await database.db.selectFrom("audit_log").select("id").execute();
  return rows.length;
}
