import { expect, test } from "bun:test";
import { accountDesk } from "../../tests/support/account.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { insertUser, type UserRow } from "../../tests/support/builders.ts";
import { actsOn, linesOn } from "../../tests/support/stored.ts";
import { createLink, readLink } from "../auth/links.ts";
import { deleteUser } from "./delete-user.ts";
import { endAllUserSessions, endUserSession, listUserSessions } from "./details.ts";
import { createUserLink } from "./links.ts";

const { database, deps } = setUpAdminDesk();

const person = () => insertUser(database.db, { role: "Agent", password_hash: "x" });
const signIn = (user: { id: string }) => accountDesk(database.db).signedIn(user);
const sessionsOf = async ({ id }: UserRow) => {
  const rows = database.db.selectFrom("sessions").select("public_id").where("user_id", "=", id);
  return (await rows.execute()).map(({ public_id }) => public_id);
};
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

test("ending a session ends only that one, and only under its user", async () => {
  const [user, other] = [await person(), await person()];
  const [one, two] = [await signIn(user), await signIn(user)];
  const others = await signIn(other);
  const call = endUserSession(deps, { id: user.id, sessionId: others.publicId });
  expect(await codeOf(call)).toBe("not_found");
  expect(await endUserSession(deps, { id: user.id, sessionId: one.publicId })).toEqual({
    ended: 1,
  });
  expect(await sessionsOf(user)).toEqual([two.publicId]);
  expect(await sessionsOf(other)).toEqual([others.publicId]);
  expect(await linesOn(database.db, user.id)).toMatchObject([
    { act: "session.ended", by: deps.actor.id },
  ]);
});

test("ending all sessions keeps the actor's own and is audited if there were any", async () => {
  const [user, other] = [await person(), await person()];
  const [own] = [await signIn(user), await signIn(user), await signIn(other)];
  const looking = { ...deps, sessionId: own?.sessionId ?? "" };
  const byThemselves = { ...(await actingAs(database.db, user)), sessionId: looking.sessionId };
  expect(await endAllUserSessions(byThemselves, user.id)).toEqual({ ended: 1 });
  expect(await endAllUserSessions(byThemselves, user.id)).toEqual({ ended: 0 });
  expect(await sessionsOf(user)).toEqual([own?.publicId ?? ""]);
  expect(await sessionsOf(other)).toHaveLength(1);
  expect(await actsOn(database.db, user.id)).toEqual(["session.ended"]);
});

test("sessions of deleted users are not found", async () => {
  const user = await person();
  await deleteUser(deps, user.id);
  const looking = { ...deps, sessionId: "none" };
  for (const id of [user.id, Bun.randomUUIDv7()]) {
    expect(await codeOf(listUserSessions(looking, id))).toBe("not_found");
    expect(await codeOf(endAllUserSessions(looking, id))).toBe("not_found");
  }
});

test("creating a link to copy ends that user's sessions and links and is audited", async () => {
  const { db } = database;
  const now = new Date();
  const [user, other] = [await person(), await person()];
  const tokens = [];
  for (const { id } of [user, other]) {
    await signIn({ id });
    tokens.push(await createLink(db, { kind: "reset", userId: id, now }));
  }
  const settings = { smtpUrl: null, baseUrl: null };
  const { link, kind } = await createUserLink(deps, settings, user.id);
  expect(kind).toBe("reset");
  expect((await readLink(db, link.split("#")[1] ?? "", now)).userId).toBe(user.id);
  const [before = "", others = ""] = tokens;
  expect(await codeOf(readLink(db, before, now))).toBe("link_spent");
  expect((await readLink(db, others, now)).userId).toBe(other.id);
  expect([await sessionsOf(user), (await sessionsOf(other)).length]).toEqual([[], 1]);
  expect(await linesOn(db, user.id)).toMatchObject([{ act: "user.link-made", by: deps.actor.id }]);
  expect(await codeOf(createUserLink(deps, settings, Bun.randomUUIDv7()))).toBe("not_found");
});
