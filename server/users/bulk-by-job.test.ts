import { expect, test } from "bun:test";
import type { UserBulkAct } from "../../shared/user-bulk.ts";
import { userLimits } from "../../shared/users.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { insertCompany, insertUser } from "../../tests/support/builders.ts";
import { countLiveEvents } from "../../tests/support/stored.ts";
import { changeManyUsers } from "./bulk.ts";

const { database, deps } = setUpAdminDesk();

const run = (act: UserBulkAct, ...users: { id: string }[]) =>
  changeManyUsers(deps, { requestId: Bun.randomUUIDv7(), act, ids: users.map(({ id }) => id) });
const companiesOf = async ({ id }: { id: string }) => {
  const rows = await database.db
    .selectFrom("user_companies")
    .select(["company_id", "sees_all_tickets"])
    .where("user_id", "=", id)
    .execute();
  return new Map(rows.map((row) => [row.company_id, row.sees_all_tickets]));
};
const rightsOf = async ({ id }: { id: string }) =>
  await database.db
    .selectFrom("users")
    .select(["role", "company_scope"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("a bulk change notifies open lists once, and not if every item was refused", async () => {
  const users = [await insertUser(database.db), await insertUser(database.db)];
  const told = await countLiveEvents(database.db, "users");
  await run({ kind: "state", state: "disabled" }, ...users);
  expect(await countLiveEvents(database.db, "users")).toBe(told + 1);
  await run({ kind: "state", state: "disabled" }, { id: Bun.randomUUIDv7() });
  expect(await countLiveEvents(database.db, "users")).toBe(told + 1);
});

test("enabling a user whose invitation ended adds a remark, for that user only", async () => {
  const invited = await insertUser(database.db, {
    ...{ state: "invited", password_hash: null, first_name: "Ina", last_name: "N" },
  });
  const users = [await insertUser(database.db, { password_hash: "known" }), invited];
  const disabled = await run({ kind: "state", state: "disabled" }, ...users);
  expect(disabled.refusals).toEqual([]);
  const { job, refusals } = await run({ kind: "state", state: "active" }, ...users);
  expect(job).toMatchObject({ done: 2, refused: 0 });
  expect(refusals).toEqual([
    { subject: "Ina N", message: "Their invitation has ended. Send it again." },
  ]);
  const again = await run({ kind: "state", state: "active" }, ...users);
  expect(again.refusals).toEqual([]);
});

test("setting the role a user already has keeps their scope and companies", async () => {
  const acme = await insertCompany(database.db);
  const given = { role: "Agent", company_scope: "all", companies: [acme.id] } as const;
  const agent = await insertUser(database.db, { ...given, companies: [acme.id] });
  const { job } = await run({ kind: "role", role: "Agent" }, agent);
  expect(job).toMatchObject({ done: 1, refused: 0 });
  expect(await rightsOf(agent)).toEqual({ role: "Agent", company_scope: "all" });
  expect(await companiesOf(agent)).toEqual(new Map([[acme.id, false]]));
  await run({ kind: "role", role: "Agent", companyScope: "assigned", companyIds: [] }, agent);
  expect(await rightsOf(agent)).toEqual({ role: "Agent", company_scope: "assigned" });
  expect((await companiesOf(agent)).size).toBe(0);
});

test("a role with an unknown company is refused for each user", async () => {
  const [user, missing] = [await insertUser(database.db), Bun.randomUUIDv7()];
  const act = { kind: "role", role: "Agent", companyScope: "assigned" } as const;
  const { refusals } = await run({ ...act, companyIds: [missing] }, user);
  expect(refusals).toHaveLength(1);
  expect((await rightsOf(user)).role).toBe("Customer");
});

test("adding a company a user already has keeps their access, unless the action sets it", async () => {
  const acme = await insertCompany(database.db);
  const all = { companies: [{ id: acme.id, seesAllTickets: true }] };
  const [user, other] = [await insertUser(database.db, all), await insertUser(database.db)];
  await run({ kind: "add-company", companyId: acme.id }, user, other);
  expect(await companiesOf(user)).toEqual(new Map([[acme.id, true]]));
  expect(await companiesOf(other)).toEqual(new Map([[acme.id, false]]));
  await run({ kind: "add-company", companyId: acme.id, seesAllTickets: false }, user);
  expect(await companiesOf(user)).toEqual(new Map([[acme.id, false]]));
});

test("a user at the limit of companies is refused and keeps theirs", async () => {
  const companies = [];
  for (let made = 0; made < userLimits.companies; made += 1) {
    companies.push((await insertCompany(database.db)).id);
  }
  const [full, free] = [
    await insertUser(database.db, { companies }),
    await insertUser(database.db),
  ];
  const { id: companyId } = await insertCompany(database.db);
  const { refusals } = await run({ kind: "add-company", companyId }, full, free);
  expect(refusals.map(({ message }) => message)).toEqual([
    `A user can have at most ${userLimits.companies} companies.`,
  ]);
  expect((await companiesOf(full)).has(companyId)).toBe(false);
  expect((await companiesOf(free)).has(companyId)).toBe(true);
  const again = await run({ kind: "add-company", companyId: companies[0] ?? "" }, full);
  expect(again.refusals).toEqual([]);
});
