import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { storedAccount } from "../../tests/support/account.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { insertCompany, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createPasswords } from "../auth/passwords.ts";
import { createUserFromShell, findUserForLink } from "./create-from-shell.ts";
import { listUserHistory } from "./details.ts";
import { listUsersById } from "./queries.ts";

const database = setUpTestDatabase();
const deps = () => ({ db: database.db, now: new Date() });
beforeAll(async () => {
  await insertCompany(database.db, { name: "Acme", domains: ["acme.test"] });
  await insertCompany(database.db, { name: "Gone", domains: ["gone.test"], state: "archived" });
}, 60_000);
beforeEach(() => database.db.deleteFrom("users").execute());

async function made(given: { email: string; role: string; companyScope?: string; last?: string }) {
  const { last: lastName = "", companyScope, ...rest } = given;
  await createUserFromShell(deps(), { ...rest, companyScope, firstName: "Ana", lastName }, null);
  const { users } = await listUsersById(database.db, { limit: 2, cursor: null });
  expect(users).toHaveLength(1);
  return users[0];
}

test("a new customer joins the company of their email domain with access to their own tickets", async () => {
  const user = await made({ email: "Ana@Acme.test", role: "Customer" });
  expect(user?.companies).toMatchObject([{ name: "Acme", seesAllTickets: false }]);
});

test.each([
  ["a customer of an archived company", { email: "ana@gone.test", role: "Customer" }],
  ["a customer of no company", { email: "ana@else.test", role: "Customer" }],
  ["an agent", { email: "ana@acme.test", role: "Agent" }],
  ["a Super Admin", { email: "ana@acme.test", role: "Super Admin" }],
])("%s joins none", async (_, given) => {
  expect((await made(given))?.companies).toEqual([]);
});

test("a new agent has scope assigned unless it is given", async () => {
  expect((await made({ email: "ana@acme.test", role: "Agent" }))?.companyScope).toBe("assigned");
  await database.db.deleteFrom("users").execute();
  const all = await made({ email: "ana@acme.test", role: "Agent", companyScope: "all" });
  expect(all?.companyScope).toBe("all");
  await expect(
    made({ email: "b@x.test", role: "Customer", companyScope: "all" }),
  ).rejects.toThrow();
});

test("a name is a single line, from the shell too", async () => {
  const given = { email: "ana@acme.test", role: "Agent", last: "Ru\u202eiz" };
  await expect(made(given)).rejects.toThrow();
});

test("creating a user notifies open pages, and the audit entry holds the values", async () => {
  await database.db.deleteFrom("live_events").execute();
  const user = await made({ email: "ana@acme.test", role: "Customer", last: "Ruiz" });
  const told = await database.db.selectFrom("live_events").select("topic").execute();
  expect(told.map(({ topic }) => topic)).toContain("users");
  const recorded = await database.db
    .selectFrom("audit_log")
    .innerJoin("audit_personal", "audit_id", "audit_log.id")
    .select(["act", "actor_id", "person_id", "fields", "after"])
    .where("subject_id", "=", user?.id ?? "")
    .execute();
  expect(recorded).toEqual([
    {
      ...{ act: "user.created", actor_id: null, person_id: user?.id ?? "" },
      fields: ["email", "role", "firstName", "lastName"],
      after: { firstName: "Ana", lastName: "Ruiz", email: "ana@acme.test" },
    },
  ]);
  const [line] = await listUserHistory(deps(), user?.id ?? "");
  expect(line).toMatchObject({ act: "user.created", by: null });
});

describe("by hand", () => {
  const given = { role: "Agent", firstName: "Ana", lastName: "", companyScope: undefined };
  const passwords = createPasswords();
  const stored = async (email: string) => {
    const { id } = await database.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    return await storedAccount(database.db, { id });
  };

  test("a user is invited by email, or has the chosen password and gets no email", async () => {
    await createUserFromShell(deps(), { ...given, email: "invited@x.test" }, null);
    expect(await stored("invited@x.test")).toMatchObject({
      ...{ state: "invited", password_hash: null, password_set_at: null },
      mails: ["invitation queued"],
    });
    const chosen = { ask: async () => "a-better-horse", passwords };
    await createUserFromShell(deps(), { ...given, email: "active@x.test" }, chosen);
    const active = await stored("active@x.test");
    expect(active).toMatchObject({ state: "active", mails: [] });
    expect(active.password_set_at).not.toBeNull();
    expect(await passwords.verify("a-better-horse", active.password_hash)).toBe(true);
  });

  test("a refused password or a taken address creates no user", async () => {
    const short = { ask: async () => "short", passwords };
    const bad = createUserFromShell(deps(), { ...given, email: "bad@x.test" }, short);
    expect((await refusalOf(bad)).code).toBe("password_length");
    await createUserFromShell(deps(), { ...given, email: "one@x.test" }, null);
    const twin = createUserFromShell(deps(), { ...given, email: "ONE@x.test" }, null);
    expect((await refusalOf(twin)).code).toBe("email_taken");
    expect((await listUsersById(database.db, { limit: 5, cursor: null })).users).toHaveLength(1);
  });

  test("the password is asked for only after all other checks", async () => {
    await createUserFromShell(deps(), { ...given, email: "one@x.test" }, null);
    let asked = 0;
    const chosen = {
      passwords,
      async ask() {
        asked += 1;
        return "a-better-horse";
      },
    };
    const wrong = [
      { ...given, email: "two" },
      { ...given, email: "two@x.test", role: "Boss" },
      { ...given, email: "two@x.test", role: "Customer", companyScope: "all" },
      { ...given, email: "ONE@x.test" },
    ];
    for (const person of wrong) {
      await expect(createUserFromShell(deps(), person, chosen)).rejects.toThrow();
    }
    expect(asked).toBe(0);
    await createUserFromShell(deps(), { ...given, email: "two@x.test" }, chosen);
    expect(asked).toBe(1);
  });

  test("the user of a link is found whatever the case of the address", async () => {
    const people = {
      active: await insertUser(database.db, { email: "active@x.test" }),
      invited: await insertUser(database.db, { email: "invited@x.test", state: "invited" }),
    };
    await insertUser(database.db, { email: "disabled@x.test", state: "disabled" });
    const find = (email: string) => findUserForLink(deps(), email);
    expect(await find("ACTIVE@x.test")).toEqual({ id: people.active.id, kind: "reset" });
    expect(await find("invited@x.test")).toEqual({ id: people.invited.id, kind: "invitation" });
    expect([await find("disabled@x.test"), await find("unknown@x.test")]).toEqual([null, null]);
  });
});
