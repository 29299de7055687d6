import { describe, expect, test } from "bun:test";
import type { UpdateProfileInput } from "../../shared/schemas/users.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs } from "../../tests/support/acting.ts";
import { insertUser, type UserRow } from "../../tests/support/builders.ts";
import { countLiveEvents } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createLog } from "../log.ts";
import { deleteUser } from "../users/delete-user.ts";
import type { SignedInDeps } from "./deps.ts";
import { updateProfile } from "./profile.ts";
import { createSessions } from "./session.ts";

const database = setUpTestDatabase();

const now = () => new Date("2026-11-22T10:00:00.000Z");

/** A tab with the user as of its session check. */
async function openTab(user: UserRow): Promise<SignedInDeps> {
  const log = createLog("error");
  const sessions = createSessions({ db: database.db, now, log, sessionDays: 30, https: false });
  const { token } = await sessions.start(
    { ...user, password_hash: "hash" },
    { userAgent: "Firefox", network: "198.51.100.0/24" },
  );
  const signedIn = await sessions.validate(token);
  if (!signedIn) throw new Error("The session was not found");
  const deps = { db: database.db, now: now(), requestId: "test", network: "test" };
  return { ...deps, ...signedIn } as SignedInDeps & typeof signedIn;
}

const newUser = () => insertUser(database.db, { password_hash: "hash", phone: "1" });

const stored = (user: UserRow) =>
  database.db
    .selectFrom("users")
    .select(["first_name", "last_name", "phone", "time_zone", "theme", "single_keys"])
    .select(["after_leaving", "list_hidden", "list_density", "list_group"])
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();

const recorded = async (user: UserRow) =>
  await database.db
    .selectFrom("audit_log")
    .innerJoin("audit_personal", "audit_personal.audit_id", "audit_log.id")
    .select(["fields", "before", "after"])
    .where("subject_id", "=", user.id)
    .orderBy("audit_log.id")
    .execute();

describe("a change of the profile", () => {
  test("writes only the given fields, so that two tabs keep each other's", async () => {
    const user = await newUser();
    const tabs: [SignedInDeps, UpdateProfileInput][] = [
      [await openTab(user), { firstName: "Maya" }],
      [await openTab(user), { lastName: "Lind" }],
      [await openTab(user), { theme: "dark" }],
      [await openTab(user), { singleKeys: false }],
      [await openTab(user), { afterLeaving: "next" }],
      [await openTab(user), { listHidden: ["company"], listDensity: "compact" }],
    ];
    await Promise.all(tabs.map(([tab, input]) => updateProfile(tab, input)));
    expect(await stored(user)).toMatchObject({
      ...{ first_name: "Maya", last_name: "Lind", theme: "dark", single_keys: false, phone: "1" },
      after_leaving: "next",
      ...{ list_hidden: ["company"], list_density: "compact", list_group: null },
    });
  });

  test("returns the whole profile, and is audited with the previous values", async () => {
    const user = await newUser();
    const [tab, other] = [await openTab(user), await openTab(user)];
    await updateProfile(other, { firstName: "Maya", phone: "" });
    const asked = { firstName: "Mia", lastName: undefined, timeZone: "Europe/Oslo" };
    const answer = await updateProfile(tab, asked);
    const { last_name: lastName } = user;
    expect(answer).toMatchObject({ ...asked, lastName, phone: null });
    expect(await recorded(user)).toEqual([
      {
        fields: ["firstName", "phone"],
        before: { firstName: user.first_name, phone: "1" },
        after: { firstName: "Maya", phone: null },
      },
      {
        fields: ["firstName", "timeZone"],
        before: { firstName: "Maya", timeZone: null },
        after: { firstName: "Mia", timeZone: "Europe/Oslo" },
      },
    ]);
  });

  test("without effect, or of display settings only, is not audited", async () => {
    const user = await newUser();
    const tab = await openTab(user);
    await updateProfile(tab, { firstName: user.first_name });
    await updateProfile(tab, { theme: "light", navCollapsed: true, afterLeaving: "list" });
    await updateProfile(tab, {});
    expect(await recorded(user)).toEqual([]);
  });

  test("does not restore a user deleted in the meantime", async () => {
    const user = await newUser();
    const tab = await openTab(user);
    const admin = await insertUser(database.db, { role: "Super Admin" });
    await deleteUser(await actingAs(database.db, admin, now()), user.id);
    const error = await updateProfile(tab, { phone: "2" }).catch((refusal) => refusal);
    expect(error.code).toBe("session_expired");
    expect(await stored(user)).toMatchObject({ first_name: "Deleted", phone: null });
    expect(await recorded(user)).toEqual([]);
  });

  test("affects that user only, and notifies user lists", async () => {
    const { db } = database;
    const [first, user, last] = [await newUser(), await newUser(), await newUser()];
    const before = [await stored(first), await stored(last)];
    const told = await countLiveEvents(db, "users");
    await updateProfile(await openTab(user), { lastName: "Lind", phone: "" });
    expect(await countLiveEvents(db, "users")).toBe(told + 1);
    expect([await stored(first), await stored(last)]).toEqual(before);
    expect(await stored(user)).toMatchObject({ last_name: "Lind", phone: null });
    expect(await recorded(user)).toMatchObject([{ before: { lastName: user.last_name } }]);
  });

  test("is audited with the values at the time of writing, not of the request", async () => {
    const user = await newUser();
    const tab = await openTab(user);
    const rename = database.db.updateTable("users").set({ first_name: "Quicker" });
    await actDuring(
      database,
      (tx) => tx.executeQuery(rename.where("id", "=", user.id).compile()),
      () => updateProfile(tab, { firstName: "Late" }),
    );
    expect(await recorded(user)).toMatchObject([{ before: { firstName: "Quicker" } }]);
  });
});
