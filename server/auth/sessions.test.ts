import { beforeAll, describe, expect, test } from "bun:test";
import { type AccountDesk, accountDesk } from "../../tests/support/account.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { addPerson, type Person } from "../../tests/support/people.ts";
import { actsOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { endOtherSessions, endSession } from "./sessions.ts";
import { signOut } from "./sign-in.ts";

const database = setUpTestDatabase();
let desk: AccountDesk;
beforeAll(async () => {
  desk = accountDesk(database.db);
}, 60_000);

const sessionsOf = async ({ id }: Person) => {
  const rows = database.db.selectFrom("sessions").select("public_id").where("user_id", "=", id);
  return new Set((await rows.execute()).map(({ public_id }) => public_id));
};
/** A user in three browsers, and another user in one. */
async function signedIn() {
  const [ada, ben] = [await addPerson(database.db, "Agent"), await addPerson(database.db, "Agent")];
  const [here, there, elsewhere] = [
    await desk.signedIn(ada),
    await desk.signedIn(ada),
    await desk.signedIn(ada),
  ];
  return { ada, ben, here, there, elsewhere, bens: await desk.signedIn(ben) };
}

describe("a user's session", () => {
  test("is ended alone, and audited", async () => {
    const { ada, ben, here, there, elsewhere } = await signedIn();
    expect(await endSession(here, there.publicId)).toEqual({ ended: 1 });
    const left = [here, elsewhere].map(({ publicId }) => publicId);
    expect(await sessionsOf(ada)).toEqual(new Set(left));
    expect((await sessionsOf(ben)).size).toBe(1);
    expect(await actsOn(database.db, ada.id)).toEqual(["session.ended"]);
  });

  test("of another user, or one that is over, is not found", async () => {
    const { ada, ben, here, there, bens } = await signedIn();
    await endSession(here, there.publicId);
    for (const { publicId } of [bens, there]) {
      const call = endSession(here, publicId);
      expect((await refusalOf(call)).code).toBe("not_found");
    }
    expect((await sessionsOf(ben)).size).toBe(1);
    expect(await actsOn(database.db, ada.id)).toEqual(["session.ended"]);
  });
});

test("ending all other sessions keeps this one, and is audited if there were any", async () => {
  const { ada, ben, here } = await signedIn();
  expect(await endOtherSessions(here)).toEqual({ ended: 2 });
  expect(await endOtherSessions(here)).toEqual({ ended: 0 });
  expect(await sessionsOf(ada)).toEqual(new Set([here.publicId]));
  expect((await sessionsOf(ben)).size).toBe(1);
  expect(await actsOn(database.db, ada.id)).toEqual(["session.ended"]);
});

test("a sign-out ends only this session, and is audited once", async () => {
  const { ada, here } = await signedIn();
  await signOut(here);
  await signOut(here);
  expect((await sessionsOf(ada)).size).toBe(2);
  expect(await actsOn(database.db, ada.id)).toEqual(["session.signed-out"]);
});
