import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { type AccountDesk, accountDesk } from "../../tests/support/account.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { addPerson, type Person } from "../../tests/support/people.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { testPassword } from "../../tests/support/visitor.ts";
import type { VisitorDeps } from "./deps.ts";
import { signIn } from "./sign-in.ts";

const database = setUpTestDatabase();
let desk: AccountDesk;
beforeAll(async () => {
  desk = accountDesk(database.db);
}, 60_000);

const firefox = { userAgent: "Firefox/130.0 (X11; Linux)", knownCookie: undefined };
const visiting = (network: string): VisitorDeps => {
  const deps = desk.visiting();
  const services = { ...deps.services, knownBrowserKey: new Uint8Array(32).fill(7) };
  return { ...deps, services, network };
};
const enter = (email: string, password = testPassword, network = "10.1.1.0/24") =>
  signIn(visiting(network), { email, password }, { ...firefox, previousSessionId: null });
const refused = async (email: string, password?: string, network?: string) =>
  (await refusalOf(enter(email, password, network))).code;

async function failures() {
  return await database.db
    .selectFrom("audit_log as log")
    .innerJoin("audit_personal as personal", "personal.audit_id", "log.id")
    .select(["subject_id", "actor_id", "person_id", "network", "device", "typed_address"])
    .where("act", "=", "session.sign-in-failed")
    .orderBy("log.id")
    .execute();
}
async function lastSeen({ id }: Person): Promise<Date | null> {
  const { last_seen_at } = await database.db
    .selectFrom("users")
    .select("last_seen_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return last_seen_at;
}

describe("a sign-in", () => {
  test("is for the owner of the address in any case, and updates only their last seen time", async () => {
    const [ada, ben] = [
      await addPerson(database.db, "Agent", { email: "Ada@Entering.test" }),
      await addPerson(database.db, "Agent"),
    ];
    const { user, session } = await enter("aDA@eNTERING.TEST");
    expect(user).toMatchObject({ id: ada.id, email: "Ada@Entering.test", role: "Agent" });
    expect((await desk.services.sessions.validate(session.token))?.actor.id).toBe(ada.id);
    expect(await lastSeen(ada)).not.toBeNull();
    expect(await lastSeen(ben)).toBeNull();
    const ended = database.db.selectFrom("audit_log").where("act", "=", "session.ended");
    expect(await ended.selectAll().execute()).toEqual([]);
  });

  test("works with the chosen password, however long ago that was", async () => {
    const ada = await addPerson(database.db, "Agent");
    const password_set_at = new Date("2001-01-01");
    await database.db
      .updateTable("users")
      .set({ password_set_at })
      .where("id", "=", ada.id)
      .execute();
    expect((await enter(ada.email)).user.id).toBe(ada.id);
  });

  test("retries after a deadlock", async () => {
    const { db, owner } = database;
    const ada = await addPerson(db, "Agent");
    const { sessionId: previousSessionId } = await desk.signedIn(ada);
    await sql`create sequence ended`.execute(owner);
    await sql`create function give_way() returns trigger language plpgsql security definer as $$
      begin
        if nextval('ended') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return old;
      end $$`.execute(owner);
    await sql`create trigger give_way before delete on sessions for each row
      execute function give_way()`.execute(owner);
    const given = { email: ada.email, password: testPassword };
    const { session } = await signIn(visiting("10.1.2.0/24"), given, {
      ...firefox,
      previousSessionId,
    });
    await sql`drop trigger give_way on sessions`.execute(owner);
    const left = db.selectFrom("sessions").select("id").where("user_id", "=", ada.id);
    expect(await left.execute()).toEqual([{ id: session.sessionId }]);
  });
});

describe("a failed sign-in gives the same answer, and is audited", () => {
  const network = "10.2.2.0/24";
  const from = { network, device: "Firefox on Linux", actor_id: null };

  test("for a wrong password with the user, without the address", async () => {
    const ada = await addPerson(database.db, "Agent");
    const before = (await failures()).length;
    expect(await refused(ada.email, "wrong-password", network)).toBe("wrong_credentials");
    expect((await failures()).slice(before)).toEqual([
      { ...from, subject_id: ada.id, person_id: ada.id, typed_address: null },
    ]);
  });

  test("for an unknown address with that address", async () => {
    const before = (await failures()).length;
    const email = "stranger@entering.test";
    expect(await refused(email, testPassword, network)).toBe("wrong_credentials");
    expect((await failures()).slice(before)).toEqual([
      { ...from, subject_id: null, person_id: null, typed_address: email },
    ]);
  });

  test.each(["disabled", "invited"] as const)(
    "for the right password of a user who is %s, as a failure",
    async (state) => {
      const ada = await addPerson(database.db, "Agent");
      await database.db.updateTable("users").set({ state }).where("id", "=", ada.id).execute();
      const before = (await failures()).length;
      const there = state === "disabled" ? "10.3.3.0/24" : "10.4.4.0/24";
      for (let time = 0; time < 5; time += 1) {
        expect(await refused(ada.email, testPassword, there)).toBe("wrong_credentials");
      }
      expect(await refused(ada.email, testPassword, there)).toBe("too_many_attempts");
      const theirs = (await failures()).slice(before);
      expect(theirs.map(({ subject_id }) => subject_id)).toEqual(Array(5).fill(ada.id));
    },
  );
});
