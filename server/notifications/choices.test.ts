import { afterEach, expect, test } from "bun:test";
import { type Role, roles } from "../../shared/access.ts";
import {
  choosableKinds,
  defaultChoices,
  type NotificationKind,
  notificationKinds,
} from "../../shared/notifications.ts";
import { actorOf, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import {
  choicesOf,
  getNotificationChoices,
  mailDefaults,
  setNotificationChoice,
} from "./choices.ts";

const database = setUpTestDatabase();
afterEach(() => database.empty());

test.each([...roles])("%s starts with the defaults of their role", async (role) => {
  const user = await insertUser(database.db, { role });
  expect(await getNotificationChoices(await depsOf(user))).toEqual(defaultChoices(role));
  for (const kind of notificationKinds) {
    expect(mailDefaults()[role][kind]).toBe(defaultChoices(role)[kind].mail);
  }
});

test("choices are returned for each requested user, and no one else", async () => {
  const [one] = [await insertUser(database.db), await insertUser(database.db)];
  const missing = Bun.randomUUIDv7();
  expect([...(await choicesOf(database.db, [one.id, missing])).keys()]).toEqual([one.id]);
});

test("a choice changes nothing else, and remains when the defaults change", async () => {
  const user = await insertUser(database.db, { role: "Agent" });
  const deps = await depsOf(user);
  const before = defaultChoices("Agent");
  expect(await setNotificationChoice(deps, { kind: "followed", mail: true })).toEqual({
    ...before,
    followed: { bell: true, mail: true },
  });
  expect(await setNotificationChoice(deps, { kind: "followed", bell: false })).toEqual({
    ...before,
    followed: { bell: false, mail: true },
  });
});

test("two simultaneous changes are both kept", async () => {
  const deps = await depsOf(await insertUser(database.db, { role: "Agent" }));
  await setNotificationChoice(deps, { kind: "mentioned", mail: true });
  await Promise.all([
    setNotificationChoice(deps, { kind: "mentioned", mail: false }),
    setNotificationChoice(deps, { kind: "mentioned", bell: false }),
  ]);
  expect((await getNotificationChoices(deps)).mentioned).toEqual({ bell: false, mail: false });
});

test("customers choose among their kinds, not those of staff", async () => {
  const deps = await depsOf(await insertUser(database.db, { role: "Customer" }));
  const changed = await setNotificationChoice(deps, { kind: "followed", mail: false });
  expect(changed.followed.mail).toBe(false);
  const staffOnly = notificationKinds.filter((kind) => !choosableKinds("Customer").includes(kind));
  for (const kind of staffOnly) await expectRefusal(deps, kind);
});

test("the choices of many people are read together", async () => {
  const people = await Promise.all(
    (["Agent", "Customer", "Super Admin"] satisfies Role[]).map((role) =>
      insertUser(database.db, { role }),
    ),
  );
  const [agent, customer] = people;
  if (!agent || !customer) throw new Error("There are no users");
  await setNotificationChoice(await depsOf(agent), { kind: "assigned", bell: false });
  const choices = await choicesOf(
    database.db,
    people.map(({ id }) => id),
  );
  expect(choices.size).toBe(3);
  expect(choices.get(agent.id)?.assigned).toEqual({ bell: false, mail: true });
  expect(choices.get(customer.id)).toEqual(defaultChoices("Customer"));
  expect((await choicesOf(database.db, [])).size).toBe(0);
});

async function expectRefusal(deps: Awaited<ReturnType<typeof depsOf>>, kind: NotificationKind) {
  await expect(setNotificationChoice(deps, { kind, mail: true })).rejects.toMatchObject({
    code: "forbidden",
  });
}

async function depsOf(user: UserRow) {
  const actor = await actorOf(database.db, user);
  return { db: database.db, actor, now: new Date(), credential: null, requestId: "test" };
}
