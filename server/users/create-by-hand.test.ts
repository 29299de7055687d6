import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { insertCompany } from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { createUserByHand } from "./create-by-hand.ts";
import { listUsersById } from "./queries.ts";

let database: TestDatabase;
const deps = () => ({ db: database.db, now: new Date() });
beforeAll(async () => {
  database = await createTestDatabase();
  await insertCompany(database.db, { name: "Acme", domains: ["acme.test"] });
  await insertCompany(database.db, { name: "Gone", domains: ["gone.test"], state: "archived" });
}, 60_000);
beforeEach(() => database.db.deleteFrom("users").execute());
afterAll(() => database.drop());

async function made(given: { email: string; role: string; companyScope?: string; last?: string }) {
  const { last: lastName = "", companyScope, ...rest } = given;
  await createUserByHand(deps(), { ...rest, companyScope, firstName: "Ana", lastName }, null);
  const { users } = await listUsersById(database.db, { limit: 2, cursor: null });
  expect(users).toHaveLength(1);
  return users[0];
}

test("a customer joins the company of their mail domain, for their own tickets", async () => {
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

test("an agent sees what they are assigned, unless it is said", async () => {
  expect((await made({ email: "ana@acme.test", role: "Agent" }))?.companyScope).toBe("assigned");
  await database.db.deleteFrom("users").execute();
  const all = await made({ email: "ana@acme.test", role: "Agent", companyScope: "all" });
  expect(all?.companyScope).toBe("all");
  await expect(
    made({ email: "b@x.test", role: "Customer", companyScope: "all" }),
  ).rejects.toThrow();
});

test("a name is a line, by hand too", async () => {
  const given = { email: "ana@acme.test", role: "Agent", last: "Ru\u202eiz" };
  await expect(made(given)).rejects.toThrow();
});

test("who is signed in learns of it, and the record says what was given", async () => {
  await database.db.deleteFrom("live_events").execute();
  const user = await made({ email: "ana@acme.test", role: "Customer", last: "Ruiz" });
  const told = await database.db.selectFrom("live_events").select("topic").execute();
  expect(told.map(({ topic }) => topic)).toContain("users");
  const recorded = await database.db
    .selectFrom("audit_log")
    .innerJoin("audit_personal", "audit_id", "audit_log.id")
    .select(["act", "actor_id", "person_id", "after"])
    .where("subject_id", "=", user?.id ?? "")
    .execute();
  expect(recorded).toEqual([
    {
      ...{ act: "user.created", actor_id: null, person_id: user?.id ?? "" },
      after: { firstName: "Ana", lastName: "Ruiz", email: "ana@acme.test" },
    },
  ]);
});
