import { beforeAll, describe, expect, test } from "bun:test";
import { loginInput } from "../../shared/schemas/users.ts";
import { type AccountDesk, accountDesk, storedAccount } from "../../tests/support/account.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { addPerson, type Person } from "../../tests/support/people.ts";
import { actsOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { testPassword } from "../../tests/support/visitor.ts";
import { changePassword, oldPasswordAttempts } from "./change-password.ts";
import type { SignedInDeps } from "./deps.ts";
import { createLink } from "./links.ts";
import { choosePassword } from "./password-reset.ts";

const database = setUpTestDatabase();
let desk: AccountDesk;
/** The first user: queries without a condition would return their password. */
let first: Person;
beforeAll(async () => {
  desk = accountDesk(database.db);
  first = await addPerson(database.db, "Customer", { password: "the-first-one" });
}, 60_000);

const given = { oldPassword: testPassword, newPassword: "a-better-horse" };
const kept = (person: Person) => storedAccount(database.db, person);
const isTheirs = async (person: Person, password: string) =>
  await desk.services.passwords.verify(password, (await kept(person)).password_hash);

describe("a change of password", () => {
  test("affects only that user, even if two chose the same", async () => {
    const [ada, twin] = [
      await addPerson(database.db, "Agent"),
      await addPerson(database.db, "Agent"),
    ];
    expect((await kept(ada)).password_hash).toBe((await kept(twin)).password_hash);
    await changePassword(await desk.signedIn(ada), given);
    expect(await isTheirs(ada, given.newPassword)).toBe(true);
    expect(await isTheirs(twin, testPassword)).toBe(true);
    expect(await isTheirs(first, "the-first-one")).toBe(true);
  });

  test("ends every session and link, and is mailed and audited", async () => {
    const { db } = database;
    const ada = await addPerson(db, "Agent");
    await createLink(db, { kind: "reset", userId: ada.id, now: new Date() });
    await desk.signedIn(ada);
    await changePassword(await desk.signedIn(ada), given);
    expect(await kept(ada)).toMatchObject({
      ...{ sessions: 0, openLinks: 0, mails: ["password-changed queued"] },
    });
    expect(await actsOn(db, ada.id)).toEqual(["password.changed"]);
  });

  test("lifts the lock after too many failures with the old one", async () => {
    const { throttle } = desk.services;
    const ada = await addPerson(database.db, "Agent");
    const signIn = (right: boolean) =>
      throttle.attempt(
        {
          account: ada.email,
          ipAddress: "10.7.7.1",
          network: "10.7.7.0/24",
          knownBrowser: false,
        },
        new Date(),
        async () => right,
      );
    for (let failure = 0; failure < 5; failure += 1) await signIn(false);
    await changePassword(await desk.signedIn(ada), given);
    expect(await signIn(true)).toBe(true);
  });

  test("with a wrong old password is refused at its field, and soon without checking", async () => {
    const ada = await addPerson(database.db, "Agent");
    const deps = await desk.signedIn(ada);
    const wrong = { ...given, oldPassword: "the-first-one" };
    const { code, details } = await refusalOf(changePassword(deps, wrong));
    expect([code, details.fields?.map(({ field }) => field)]).toEqual([
      "password_wrong",
      ["oldPassword"],
    ]);
    for (let failure = 1; failure < 5; failure += 1) await refusalOf(changePassword(deps, wrong));
    expect((await refusalOf(changePassword(deps, given))).code).toBe("too_many_attempts");
    expect(await kept(ada)).toMatchObject({ sessions: 1, mails: [] });
    expect(await isTheirs(ada, testPassword)).toBe(true);
  });

  test("can be tried five times, from any number of networks, until there is a new password", async () => {
    const ada = await addPerson(database.db, "Agent");
    const deps = await desk.signedIn(ada);
    const change = (at: number, oldPassword: string, of = deps) =>
      changePassword({ ...of, network: `10.66.${at}.0/24` }, { ...given, oldPassword });
    const tries = Array.from({ length: 5 }, (_, at) => refusalOf(change(at, "the-first-one")));
    const codes = (await Promise.all(tries)).map(({ code }) => code);
    expect(codes).toEqual(codes.map(() => "password_wrong"));
    expect((await refusalOf(change(5, testPassword))).code).toBe("too_many_attempts");
    // Only a signed-in user can use up the attempts.
    const typed = loginInput.safeParse({ email: oldPasswordAttempts(ada.id), password: "x" });
    expect(typed.success).toBe(false);
    const token = await createLink(database.db, { kind: "reset", userId: ada.id, now: new Date() });
    await choosePassword(desk.visiting(), { token, newPassword: "by-the-mailed-1" });
    await change(5, "by-the-mailed-1", await desk.signedIn(ada));
    expect(await isTheirs(ada, given.newPassword)).toBe(true);
  });

  test("works while strangers at the same IP address are blocked", async () => {
    const ada = await addPerson(database.db, "Agent");
    const deps = await desk.signedIn(ada);
    const from = { ipAddress: deps.ipAddress, network: deps.network, knownBrowser: false };
    for (let failure = 0; failure < 20; failure += 1) {
      const attempt = { account: `${failure}@nowhere.test`, ...from };
      await desk.services.throttle.attempt(attempt, new Date(), async () => false);
    }
    await changePassword(deps, given);
    expect(await isTheirs(ada, given.newPassword)).toBe(true);
  });

  test("to a forbidden password is refused before anything is checked", async () => {
    const ada = await addPerson(database.db, "Agent");
    const deps = await desk.signedIn(ada);
    for (let time = 0; time < 6; time += 1) {
      const call = changePassword(deps, { oldPassword: "wrong", newPassword: "short" });
      expect((await refusalOf(call)).code).toBe("password_length");
    }
    expect(await isTheirs(ada, testPassword)).toBe(true);
  });

  test("that a concurrent change preceded is refused, and the other one stays", async () => {
    const ada = await addPerson(database.db, "Agent");
    const deps = await desk.signedIn(ada);
    const others = await desk.services.passwords.hash("of-another-tab");
    const late = betweenCheckAndWrite(deps, async () => {
      await database.db
        .updateTable("users")
        .set({ password_hash: others })
        .where("id", "=", ada.id)
        .execute();
    });
    expect((await refusalOf(changePassword(late, given))).code).toBe("password_wrong");
    expect(await kept(ada)).toMatchObject({ password_hash: others, sessions: 1, mails: [] });
    expect(await actsOn(database.db, ada.id)).toEqual([]);
  });

  test("is refused if the session ended in the meantime", async () => {
    const ada = await addPerson(database.db, "Agent");
    const deps = await desk.signedIn(ada);
    const late = betweenCheckAndWrite(deps, async () => {
      await desk.services.sessions.end(deps.sessionId);
    });
    expect((await refusalOf(changePassword(late, given))).code).toBe("session_expired");
    expect(await isTheirs(ada, testPassword)).toBe(true);
  });
});

/** Between the check of the old password and the write of the new one. */
function betweenCheckAndWrite(deps: SignedInDeps, happens: () => Promise<void>): SignedInDeps {
  const { passwords } = deps.services;
  const hash = async (password: string) => {
    await happens();
    return await passwords.hash(password);
  };
  return { ...deps, services: { ...deps.services, passwords: { ...passwords, hash } } };
}
