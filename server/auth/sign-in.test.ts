import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { addPerson, type Person } from "../../tests/support/people.ts";
import { setUpTestServer } from "../../tests/support/test-server.ts";
import { createLog } from "../log.ts";

const server = setUpTestServer({}, { log: createLog("error", () => {}) });
beforeAll(async () => {
  await sql`create function refuse_line() returns trigger language plpgsql as $$
    begin raise exception 'no line'; end $$`.execute(server.database.owner);
}, 60_000);
afterEach(() => sql`drop trigger if exists no_line on audit_log`.execute(server.database.owner));

describe("if the audit entry fails", () => {
  test("a sign-in fails: no one is signed in, and the previous session continues", async () => {
    const person = await addPerson(server.db, "Agent");
    const visitor = server.visitor();
    await visitor.signIn(person.email);
    const before = await sessionsOf(person);
    const seen = await lastSeen(person);
    await refuse("session.signed-in");
    expect((await visitor.signIn(person.email)).status).toBe(500);
    expect((await server.visitor().signIn(person.email)).status).toBe(500);
    expect(await sessionsOf(person)).toEqual(before);
    expect(await lastSeen(person)).toEqual(seen);
    expect((await visitor.request("GET", "/node/auth/user")).status).toBe(200);
  });

  test("a sign-in that ends another session fails", async () => {
    const [ada, ben] = [await addPerson(server.db, "Agent"), await addPerson(server.db, "Agent")];
    const visitor = server.visitor();
    await visitor.signIn(ada.email);
    await refuse("session.ended");
    expect((await visitor.signIn(ben.email)).status).toBe(500);
    expect(await sessionsOf(ben)).toEqual([]);
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  test("a failed sign-in leaves nothing half written", async () => {
    const person = await addPerson(server.db, "Agent");
    await sql`create trigger no_line before insert on audit_personal for each row
      execute function refuse_line()`.execute(server.database.owner);
    expect((await server.visitor().signIn(person.email, "wrong-password")).status).toBe(500);
    await sql`drop trigger no_line on audit_personal`.execute(server.database.owner);
    expect(await linesAbout(person)).toEqual([]);
    await server.visitor().signIn(person.email, "wrong-password");
    expect(await linesAbout(person)).toMatchObject([{ act: "session.sign-in-failed" }]);
  });

  test("a sign-out fails: the session continues", async () => {
    const person = await addPerson(server.db, "Customer");
    const visitor = server.visitor();
    await visitor.signIn(person.email);
    await refuse("session.signed-out");
    expect((await visitor.request("GET", "/node/auth/logout")).status).toBe(500);
    expect(await sessionsOf(person)).toHaveLength(1);
  });
});

describe("the audit entry of a sign-in", () => {
  test("concerns the user, with network and device", async () => {
    const person = await addPerson(server.db, "Agent");
    const visitor = server.visitor();
    await visitor.signIn(person.email);
    await visitor.request("GET", "/node/auth/logout");
    const from = { network: "127.0.0.0/24", person_id: person.id };
    const about = { actor_id: person.id, subject_kind: "user", subject_id: person.id };
    expect(await linesAbout(person)).toMatchObject([
      { act: "session.signed-in", ...about, ...from, device: expect.any(String) },
      { act: "session.signed-out", ...about, ...from },
    ]);
  });

  test("names the user whose session it ended in that browser", async () => {
    const [ada, ben] = [await addPerson(server.db, "Agent"), await addPerson(server.db, "Agent")];
    const visitor = server.visitor();
    for (const { email } of [ada, ada, ben]) await visitor.signIn(email);
    expect(await sessionsOf(ada)).toEqual([]);
    expect(await linesAbout(ada)).toMatchObject([
      { act: "session.signed-in" },
      { act: "session.ended", actor_id: ada.id, subject_kind: "user" },
      { act: "session.signed-in" },
      { act: "session.ended", actor_id: ben.id, subject_kind: "user" },
    ]);
    expect((await linesAbout(ben)).map(({ act }) => act)).toEqual(["session.signed-in"]);
  });

  test("names no session that was over, and no sign-out that another tab did", async () => {
    const person = await addPerson(server.db, "Agent");
    const visitor = server.visitor();
    await visitor.signIn(person.email);
    await server.db
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("user_id", "=", person.id)
      .execute();
    await visitor.signIn(person.email);
    await visitor.request("GET", "/node/auth/logout");
    await visitor.request("GET", "/node/auth/logout");
    expect((await linesAbout(person)).map(({ act }) => act)).toEqual([
      "session.signed-in",
      "session.signed-in",
      "session.signed-out",
    ]);
  });
});

test("a visitor learns who they are once signed in, and the desk's theme", async () => {
  const { email, id } = await addPerson(server.db, "Agent");
  const visitor = server.visitor();
  const told = async () => (await visitor.query("session.current")).body.result.data;
  const desk = { demoAccounts: [], sendsMail: false, overdueHours: null };
  expect(await told()).toMatchObject({ user: null, desk: { ...desk, awaitsFirstAdmin: true } });
  await visitor.signIn(email);
  const forStaff = { ...desk, overdueHours: 24, awaitsFirstAdmin: false };
  expect(await told()).toMatchObject({ user: { id }, desk: forStaff });
  await server.db.deleteFrom("sessions").where("user_id", "=", id).execute();
  const { status, body } = await visitor.query("session.current");
  expect([status, body.error.data.code]).toEqual([401, "session_expired"]);
  expect((await told()).user).toBeNull();
});

test("one of five simultaneous sign-outs with one cookie is audited", async () => {
  const signedOut = () =>
    server.db
      .selectFrom("audit_log")
      .select("id")
      .where("act", "=", "session.signed-out")
      .execute();
  const person = await addPerson(server.db, "Agent");
  const visitor = server.visitor();
  await visitor.signIn(person.email);
  const before = (await signedOut()).length;
  const leaving = Array.from({ length: 5 }, () => visitor.request("GET", "/node/auth/logout"));
  for (const { status } of await Promise.all(leaving)) expect(status).toBe(200);
  expect((await signedOut()).length).toBe(before + 1);
});

test("ten simultaneous sign-ins of one user next to session renewals all succeed", async () => {
  const person = await addPerson(server.db, "Agent");
  const visitors = Array.from({ length: 10 }, () => server.visitor());
  await Promise.all(visitors.map((visitor) => visitor.signIn(person.email)));
  for (let round = 0; round < 5; round += 1) {
    await server.db
      .updateTable("sessions")
      .set({ last_seen_at: new Date(Date.now() - 60 * 60_000) })
      .where("user_id", "=", person.id)
      .execute();
    const answers = await Promise.all(visitors.map((visitor) => visitor.signIn(person.email)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
  expect(await sessionsOf(person)).toHaveLength(10);
});

async function refuse(act: string): Promise<void> {
  await sql`create trigger no_line before insert on audit_log for each row
    when (new.act = ${sql.lit(act)}) execute function refuse_line()`.execute(server.database.owner);
}

async function sessionsOf({ id }: Person): Promise<string[]> {
  const rows = await server.db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

async function lastSeen({ id }: Person): Promise<Date | null> {
  const { last_seen_at } = await server.db
    .selectFrom("users")
    .select("last_seen_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return last_seen_at;
}

function linesAbout({ id }: Person) {
  return server.db
    .selectFrom("audit_log as log")
    .leftJoin("audit_personal as personal", "personal.audit_id", "log.id")
    .select(["log.act", "log.actor_id", "log.subject_kind", "log.subject_id"])
    .select(["personal.network", "personal.device", "personal.person_id"])
    .where("log.subject_id", "=", id)
    .orderBy("log.id")
    .execute();
}
