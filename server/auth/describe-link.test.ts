import { beforeAll, expect, test } from "bun:test";
import { accountDesk } from "../../tests/support/account.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { insertUser } from "../../tests/support/builders.ts";
import { addPerson } from "../../tests/support/people.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createLink, describeLink } from "./links.ts";

const database = setUpTestDatabase();
beforeAll(async () => {
  // The first user: queries without a condition would return their links.
  await insertUser(database.db);
}, 60_000);

const now = new Date();
const deps = () => ({ db: database.db, now, signedIn: null });

test("a link is described by its user, and by whether someone is signed in", async () => {
  const ada = await addPerson(database.db, "Customer", { firstName: "Ada" });
  const token = await createLink(database.db, { kind: "reset", userId: ada.id, now });
  const said = {
    ...({ kind: "reset", email: ada.email } as const),
    ...{ newEmail: null, firstName: "Ada" },
  };
  expect(await describeLink(deps(), token)).toEqual({ ...said, isSignedIn: false });
  const signedIn = await accountDesk(database.db).signedIn(ada);
  expect(await describeLink({ ...deps(), signedIn }, token)).toEqual({ ...said, isSignedIn: true });
});

test("the first administrator's link has no user yet, and an invalid one reveals nothing", async () => {
  const token = await createLink(database.db, { kind: "first-admin", userId: null, now });
  expect(await describeLink(deps(), token)).toEqual({
    ...{ kind: "first-admin", email: null, newEmail: null, firstName: null, isSignedIn: false },
  });
  expect((await refusalOf(describeLink(deps(), "nothing"))).code).toBe("link_spent");
});
