import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { actDuring } from "../../tests/support/act-during.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { addCompany, addPerson } from "../../tests/support/people.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { waitForLockQueue } from "../../tests/support/wait-for-lock-queue.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { createLog } from "../log.ts";
import { createSessions, kindOfToken } from "./session.ts";
import type { ProvenAccount } from "./session-store.ts";
import { endSessionsOf, readOpenSessions, readSessionsOf } from "./sessions.ts";
import { tokenHash } from "./tokens.ts";

const database = setUpTestDatabase();

// Lucia reads the real clock, so the tests continue from there.
const begin = Date.now();
const hours = (count: number) => new Date(begin + count * 60 * 60_000);

type SessionOptions = Parameters<typeof createSessions>[0];

function sessionsAt(clock: { now: Date }, given: Partial<SessionOptions> = {}) {
  const { db } = database;
  const usual = { sessionDays: 30, https: false, log: createLog("error") };
  return createSessions({ db, now: () => clock.now, ...usual, ...given });
}

async function account(role: "Super Admin" | "Agent" | "Customer"): Promise<ProvenAccount> {
  const { id } = await addPerson(database.db, role);
  return await database.db
    .selectFrom("users")
    .select(["id", "role", "password_hash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

const firefox = {
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
  network: "192.0.2.0/24",
};

test("two sessions in the same kind of browser differ by their start and origin", async () => {
  const clock = { now: hours(0) };
  const sessions = sessionsAt(clock);
  const person = await account("Agent");
  await sessions.start(person, firefox);
  clock.now = hours(1);
  const { sessionId } = await sessions.start(person, { ...firefox, network: "198.51.100.0/24" });
  const read = await readSessionsOf(database.db, person.id, sessionId, clock.now);
  expect(read.map(({ id: _, lastSeenAt: __, ...session }) => session)).toEqual([
    {
      ...{ device: "Firefox on Linux", network: "198.51.100.0/24" },
      ...{ current: true, createdAt: hours(1).toISOString() },
    },
    {
      ...{ device: "Firefox on Linux", network: "192.0.2.0/24" },
      ...{ current: false, createdAt: hours(0).toISOString() },
    },
  ]);
});

describe("a token", () => {
  test("shows by its first letter how long it can stay unused", () => {
    expect(["s1", "c1", "x1", ""].map(kindOfToken)).toEqual(["staff", "customers", null, null]);
  });

  test("has more than 200 random bits, and only its SHA-256 is stored", async () => {
    const sessions = sessionsAt({ now: hours(0) });
    const { token, sessionId } = await sessions.start(await account("Agent"), firefox);
    expect(Buffer.from(token.slice(1), "base64url").length).toBe(32);
    expect(sessionId).toBe(tokenHash(token));
    const kept = await database.db.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(await sessions.validate(sessionId)).toBeNull();
  });

  test("stores the user agent shortened to one line", async () => {
    const person = await account("Agent");
    const { sessionId } = await sessionsAt({ now: hours(0) }).start(person, {
      ...firefox,
      userAgent: "x".repeat(500),
    });
    const kept = database.db
      .selectFrom("sessions")
      .select("user_agent")
      .where("id", "=", sessionId);
    expect(await kept.execute()).toEqual([{ user_agent: "x".repeat(400) }]);
  });

  test("of another kind, altered or made up opens nothing", async () => {
    const sessions = sessionsAt({ now: hours(0) });
    const { token } = await sessions.start(await account("Customer"), firefox);
    for (const other of ["", "s", `${token}x`, token.slice(1), `s${token.slice(1)}`]) {
      expect(await sessions.validate(other)).toBeNull();
    }
    expect((await sessions.validate(token))?.actor.role).toBe("Customer");
  });

  test("identifies the user without anything of the password", async () => {
    const sessions = sessionsAt({ now: hours(0) });
    const { token } = await sessions.start(await account("Super Admin"), firefox);
    const signedIn = await sessions.validate(token);
    expect(signedIn?.viewer).toMatchObject({ role: "Super Admin", companies: [], theme: "system" });
    expect(JSON.stringify(signedIn)).not.toContain("argon2");
  });
});

test("returns the user's companies by name, and those with full access", async () => {
  const { db } = database;
  const [kestrel, harbour] = [await addCompany(db, "kestrel"), await addCompany(db, "Harbour")];
  const person = await addPerson(db, "Customer", {
    companies: [{ ...kestrel, seesAllTickets: true }, harbour],
  });
  await addPerson(db, "Customer", { companies: [await addCompany(db, "Another")] });
  const sessions = sessionsAt({ now: hours(0) });
  const { password_hash } = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  const account = { id: person.id, role: "Customer" as const, password_hash };
  const { token, sessionId } = await sessions.start(account, firefox);
  const signedIn = await sessions.validate(token);
  expect(signedIn?.viewer.companies).toEqual([harbour, kestrel]);
  expect(signedIn?.actor).toMatchObject({
    ...{ companyIds: [harbour.id, kestrel.id], seesAllOf: [kestrel.id] },
  });
  const open = (await readOpenSessions(db, [sessionId], hours(1))).get(sessionId);
  expect(open?.companyIds.toSorted()).toEqual([harbour.id, kestrel.id].sort());
  expect(open?.seesAllOf).toEqual([kestrel.id]);
});

test("several sessions are returned without expired ones and those without a user", async () => {
  const sessions = sessionsAt({ now: hours(0) });
  const [agent, customer, gone] = [
    await account("Agent"),
    await account("Customer"),
    await account("Customer"),
  ];
  const [short, long, lost, unasked] = [
    await sessions.start(agent, firefox),
    await sessions.start(customer, firefox),
    await sessions.start(gone, firefox),
    await sessions.start(customer, firefox),
  ].map(({ sessionId }) => sessionId);
  const asked = [short, long, lost].map(String);
  await database.db
    .updateTable("users")
    .set({ state: "disabled" })
    .where("id", "=", gone.id)
    .execute();
  const openAt = async (now: Date) =>
    [...(await readOpenSessions(database.db, asked, now)).keys()].sort();
  expect(await openAt(hours(1))).toEqual([String(short), String(long)].sort());
  expect(await openAt(hours(12.1))).toEqual([String(long)]);
  expect(await openAt(hours(1))).not.toContain(unasked);
  const listed = await readSessionsOf(database.db, agent.id, String(short), hours(12.1));
  expect(listed).toEqual([]);
});

describe("its lifetime", () => {
  test.each([
    ["Agent", 12],
    ["Super Admin", 12],
    ["Customer", 7 * 24],
  ] as const)("unused, that of a %s ends after %i hours", async (role, idle) => {
    const clock = { now: hours(0) };
    const sessions = sessionsAt(clock);
    const { token } = await sessions.start(await account(role), firefox);
    clock.now = hours(idle - 0.1);
    expect(await sessionsAt(clock).validate(token)).not.toBeNull();
    const other = await sessionsAt({ now: hours(0) }).start(await account(role), firefox);
    clock.now = hours(idle + 0.1);
    expect(await sessions.validate(other.token)).toBeNull();
  });

  test("is extended by each use, up to the cap", async () => {
    const clock = { now: hours(0) };
    const sessions = sessionsAt(clock, { sessionDays: 2 });
    const { token, sessionId } = await sessions.start(await account("Agent"), firefox);
    for (let hour = 6; hour < 48; hour += 6) {
      clock.now = hours(hour);
      expect(await sessions.validate(token)).not.toBeNull();
      await renewed(sessionId, clock.now);
    }
    clock.now = hours(48.1);
    expect(await sessions.validate(token)).toBeNull();
  });

  test("never exceeds the cap, even if the idle time is longer", async () => {
    const clock = { now: hours(0) };
    const sessions = sessionsAt(clock, { sessionDays: 2 });
    const { token, sessionId } = await sessions.start(await account("Customer"), firefox);
    clock.now = hours(47.9);
    expect(await sessions.validate(token)).not.toBeNull();
    await renewed(sessionId, clock.now);
    clock.now = hours(48.1);
    expect(await sessions.validate(token)).toBeNull();
  });

  test("is extended at most every ten minutes", async () => {
    const clock = { now: hours(0) };
    // On one connection each renewal is done before the next statement.
    const db = openDatabase({ url: database.url, size: 1 });
    const sessions = sessionsAt(clock, { db });
    const { token, sessionId } = await sessions.start(await account("Agent"), firefox);
    clock.now = hours(0.16);
    await sessions.validate(token);
    expect(await lastSeen(sessionId, { db })).toEqual(hours(0));
    clock.now = hours(0.17);
    await sessions.validate(token);
    expect(await lastSeen(sessionId, { db })).toEqual(clock.now);
    await db.destroy();
  });

  test("holds even if the extension fails, which is logged by its code", async () => {
    const clock = { now: hours(0) };
    const said = Promise.withResolvers<string>();
    const sessions = sessionsAt(clock, { log: createLog("warn", said.resolve) });
    const { token } = await sessions.start(await account("Agent"), firefox);
    await sql`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise 'secret' using errcode = '25006'; end $$`.execute(database.owner);
    await sql`
      create trigger refuse before update on sessions execute function refuse()`.execute(
      database.owner,
    );
    clock.now = hours(1);
    expect(await sessions.validate(token)).not.toBeNull();
    expect(JSON.parse(await said.promise)).toMatchObject({
      ...{ level: "warn", event: "session.unrenewed", reason: "25006" },
    });
    expect(await said.promise).not.toContain("secret");
    await sql`drop function refuse cascade`.execute(database.owner);
  });

  test("is extended for that session only, with the user's last seen time", async () => {
    const clock = { now: hours(0) };
    const sessions = sessionsAt(clock);
    const [person, other] = [await account("Agent"), await account("Agent")];
    const { token, sessionId } = await sessions.start(person, firefox);
    const resting = [
      await sessions.start(person, firefox),
      await sessions.start(other, firefox),
    ].map((started) => started.sessionId);
    clock.now = hours(1);
    await sessions.validate(token);
    await renewed(sessionId, clock.now);
    expect(await Promise.all(resting.map((id) => lastSeen(id)))).toEqual([hours(0), hours(0)]);
    const seen = await database.db
      .selectFrom("users")
      .select("last_seen_at")
      .where("id", "in", [person.id, other.id])
      .orderBy("id")
      .execute();
    expect(seen).toEqual([{ last_seen_at: hours(1) }, { last_seen_at: null }]);
  });

  test("waits for a lock on the user when extended, and holds no lock they may need", async () => {
    const clock = { now: hours(0) };
    const sessions = sessionsAt(clock);
    const person = await account("Agent");
    const { token, sessionId } = await sessions.start(person, firefox);
    clock.now = hours(1);
    await database.db.transaction().execute(async (tx) => {
      await tx.selectFrom("users").where("id", "=", person.id).select("id").forUpdate().execute();
      await sessions.validate(token);
      await waitForLockQueue(database);
      await sql`select from sessions where id = ${sessionId} for update nowait`.execute(tx);
      expect(await sessions.end(sessionId, tx)).toBe(person.id);
    });
    expect(await sessions.validate(token)).toBeNull();
  });
});

describe("it ends immediately by", () => {
  test("disabling the user", async () => {
    const sessions = sessionsAt({ now: hours(0) });
    const person = await account("Agent");
    const { token } = await sessions.start(person, firefox);
    await database.db
      .updateTable("users")
      .set({ state: "disabled" })
      .where("id", "=", person.id)
      .execute();
    expect(await sessions.validate(token)).toBeNull();
  });

  test("ending all of a user's sessions, or all others", async () => {
    const sessions = sessionsAt({ now: hours(0) });
    const person = await account("Agent");
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => sessions.start(person, firefox)),
    );
    if (!one || !two || !three) throw new Error("three were started");
    expect(await endSessionsOf(database.db, person.id, one.sessionId)).toBe(2);
    expect(await sessions.validate(two.token)).toBeNull();
    expect(await sessions.validate(one.token)).not.toBeNull();
    await endSessionsOf(database.db, person.id);
    expect(await sessions.validate(one.token)).toBeNull();
  });

  test.each([
    { password_hash: "another" },
    { role: "Super Admin", company_scope: null },
    { state: "disabled" },
  ] as const)(
    "no session begins once password, role or state have changed since the check: %j",
    async (change) => {
      const sessions = sessionsAt({ now: hours(0) });
      const proven = await account("Agent");
      await database.db.updateTable("users").set(change).where("id", "=", proven.id).execute();
      await expect(sessions.start(proven, firefox)).rejects.toThrow("Wrong email or password.");
      const rows = database.db.selectFrom("sessions").select("id").where("user_id", "=", proven.id);
      expect(await rows.execute()).toEqual([]);
    },
  );

  test("ending it, which returns its user, or null if it was already over", async () => {
    const clock = { now: hours(0) };
    const sessions = sessionsAt(clock);
    const person = await account("Agent");
    const [one, other] = [
      await sessions.start(person, firefox),
      await sessions.start(person, firefox),
    ];
    expect(await sessions.end(one.sessionId)).toBe(person.id);
    expect(await sessions.end(one.sessionId)).toBeNull();
    expect(await sessions.validate(other.token)).not.toBeNull();
    const { expires_at } = await database.db
      .selectFrom("sessions")
      .select("expires_at")
      .where("id", "=", other.sessionId)
      .executeTakeFirstOrThrow();
    clock.now = expires_at;
    expect(await sessions.end(other.sessionId)).toBeNull();
  });

  test("a password change, even one in progress", async () => {
    const sessions = sessionsAt({ now: hours(0) });
    const proven = await account("Agent");
    const late = actDuring(
      database,
      async (tx) => {
        await tx
          .updateTable("users")
          .set({ password_hash: "another" })
          .where("id", "=", proven.id)
          .execute();
        await endSessionsOf(tx, proven.id);
      },
      () => sessions.start(proven, firefox),
    );
    expect((await refusalOf(late)).code).toBe("wrong_credentials");
  });
});

test("the cookie is HttpOnly, SameSite=Lax, and on https Secure with the __Host- prefix", () => {
  const plain = sessionsAt({ now: hours(0) }).cookie("token");
  expect(plain).toStartWith("frontdesk_session=token;");
  expect(plain).toContain("HttpOnly");
  expect(plain).toContain("SameSite=Lax");
  expect(plain).toContain("Max-Age=2592000");
  expect(plain).not.toContain("Secure");
  const secure = sessionsAt({ now: hours(0) }, { https: true }).cookie("token");
  expect(secure).toStartWith("__Host-frontdesk_session=token;");
  expect(secure).toContain("Secure");
  expect(secure).toContain("Path=/");
  expect(secure).not.toContain("Domain");
});

async function lastSeen(sessionId: string, { db }: { db: Db } = database): Promise<Date> {
  const row = await db
    .selectFrom("sessions")
    .select("last_seen_at")
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return row.last_seen_at;
}

/** The session is extended after the response. */
async function renewed(sessionId: string, at: Date): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await lastSeen(sessionId)).getTime() === at.getTime()) return;
    await Bun.sleep(10);
  }
  throw new Error("The session was not renewed");
}
