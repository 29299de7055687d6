import { expect, test } from "bun:test";
import type { UserPatch } from "../../shared/schemas/users.ts";
import { accountDesk, storedAccount } from "../../tests/support/account.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { insertCompany, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { countLiveEvents, linesOn, storedTicket } from "../../tests/support/stored.ts";
import { createLink } from "../auth/links.ts";
import { queueMail } from "../events/queue-mail.ts";
import { createUser } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";
import { updateUser } from "./update-user.ts";

const { database, deps } = setUpAdminDesk();

const rowOf = async (id: string) =>
  await database.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const companiesOf = async (id: string) =>
  await database.db
    .selectFrom("user_companies")
    .select(["company_id", "sees_all_tickets"])
    .where("user_id", "=", id)
    .execute();

test("a change affects one user, is audited, and notifies open lists once", async () => {
  const { db } = database;
  const [one, other] = [await insertUser(db, { phone: "1" }), await insertUser(db)];
  const before = await rowOf(other.id);
  const told = await countLiveEvents(db, "users");
  await updateUser(deps, one.id, { firstName: "Mia", phone: "" });
  expect(await countLiveEvents(db, "users")).toBe(told + 1);
  expect(await rowOf(one.id)).toMatchObject({ first_name: "Mia", phone: null });
  expect(await rowOf(other.id)).toEqual(before);
  expect(await linesOn(db, one.id)).toMatchObject([
    {
      ...{ act: "user.updated", fields: ["firstName", "phone"], by: deps.actor.id, of: one.id },
      before: { firstName: one.first_name, phone: "1" },
      after: { firstName: "Mia", phone: null },
    },
  ]);
});

test("a change without effect notifies no one", async () => {
  const { db } = database;
  const user = await insertUser(db, {});
  const told = await countLiveEvents(db, "users");
  const { changeId } = await updateUser(deps, user.id, { firstName: user.first_name });
  expect(changeId).toBeNull();
  expect(await countLiveEvents(db, "users")).toBe(told);
  expect(await linesOn(db, user.id)).toEqual([]);
});

test.each<[string, UserPatch, { sessions: number; openLinks: number }]>([
  ["name", { firstName: "Mia" }, { sessions: 1, openLinks: 1 }],
  ["address", { email: "another@users.test" }, { sessions: 1, openLinks: 0 }],
  ["role", { role: "Customer" }, { sessions: 0, openLinks: 0 }],
  ["state", { state: "disabled" }, { sessions: 0, openLinks: 0 }],
])(
  "a changed %s ends what it must for that user, and nothing for others",
  async (_, patch, left) => {
    const { db } = database;
    const [user, other] = [
      await insertUser(db, { role: "Agent", password_hash: "x" }),
      await insertUser(db, { role: "Agent", password_hash: "x" }),
    ];
    for (const person of [user, other]) {
      await accountDesk(db).signedIn(person);
      await createLink(db, { kind: "reset", userId: person.id, now: new Date() });
    }
    await updateUser(deps, user.id, patch);
    expect(await storedAccount(db, user)).toMatchObject(left);
    expect(await storedAccount(db, other)).toMatchObject({ sessions: 1, openLinks: 1 });
  },
);

test("a new email address queues the invitation in the same transaction", async () => {
  const { db } = database;
  const mailed = await insertUser(db, { state: "invited" });
  await db
    .transaction()
    .execute((tx) =>
      queueMail(tx, { template: "invitation", userId: mailed.id, data: {} }, new Date()),
    );
  const handedOver = await insertUser(db, { state: "invited" });
  await createLink(db, { kind: "invitation", userId: handedOver.id, now: new Date() });
  expect(await updateUser(deps, mailed.id, { email: "right@users.test" })).toMatchObject({
    invited: true,
  });
  expect(await updateUser(deps, handedOver.id, { email: "also@users.test" })).toMatchObject({
    invited: true,
  });
  expect(await storedAccount(db, mailed)).toMatchObject({
    mails: ["invitation skipped", "invitation queued"],
  });
  expect(await storedAccount(db, handedOver)).toMatchObject({
    ...{ openLinks: 0, mails: ["invitation queued"] },
  });
  expect(await linesOn(db, mailed.id)).toMatchObject([
    { act: "user.updated", fields: ["email"] },
    { act: "user.invited", by: deps.actor.id },
  ]);
});

test("a changed name or address invites no one who was never invited or has a password", async () => {
  const { db } = database;
  const [invited, imported, active] = [
    await insertUser(db, { state: "invited" }),
    await insertUser(db, { state: "invited" }),
    await insertUser(db, { password_hash: "x" }),
  ];
  for (const { id: userId } of [invited, active]) {
    await createLink(db, { kind: "invitation", userId, now: new Date() });
  }
  const changes = [
    await updateUser(deps, invited.id, { firstName: "Mia" }),
    await updateUser(deps, imported.id, { email: "imported@users.test" }),
    await updateUser(deps, active.id, { email: "active@users.test" }),
  ];
  expect(changes.map(({ invited }) => invited)).toEqual([false, false, false]);
  for (const user of [invited, imported]) {
    expect(await storedAccount(db, user)).toMatchObject({ mails: [] });
  }
  expect(await storedAccount(db, active)).toMatchObject({ mails: ["address-changed queued"] });
});

test("companies are replaced without duplicates, for that user only", async () => {
  const { db } = database;
  const [acme, other] = [await insertCompany(db), await insertCompany(db)];
  const both = { companies: [{ id: acme.id, seesAllTickets: true }] };
  const [user, colleague] = [await insertUser(db, both), await insertUser(db, both)];
  const given = { id: other.id, seesAllTickets: true };
  await updateUser(deps, user.id, { companies: [{ id: other.id }, given] });
  expect(await companiesOf(user.id)).toEqual([{ company_id: other.id, sees_all_tickets: true }]);
  expect(await companiesOf(colleague.id)).toEqual([
    { company_id: acme.id, sees_all_tickets: true },
  ]);
  await updateUser(deps, user.id, { companies: [] });
  expect(await companiesOf(user.id)).toEqual([]);
});

test("a merged company is refused", async () => {
  const { db } = database;
  const [into, gone] = [await insertCompany(db), await insertCompany(db)];
  await db
    .updateTable("companies")
    .set({ state: "merged", merged_into_id: into.id })
    .where("id", "=", gone.id)
    .execute();
  const user = await insertUser(db);
  const call = updateUser(deps, user.id, { companies: [{ id: into.id }, { id: gone.id }] });
  expect((await refusalOf(call)).code).toBe("unknown_company");
});

test("a company that is being merged at the same time is refused", async () => {
  const { db } = database;
  const [into, going] = [await insertCompany(db), await insertCompany(db)];
  const user = await insertUser(db);
  const merge = db.updateTable("companies").set({ state: "merged", merged_into_id: into.id });
  const late = await actDuring(
    database,
    (tx) => tx.executeQuery(merge.where("id", "=", going.id).compile()),
    () => refusalOf(updateUser(deps, user.id, { companies: [{ id: going.id }] })),
  );
  expect(late.code).toBe("unknown_company");
});

test("a user who loses access is unassigned, and a change of name unassigns nothing", async () => {
  const { db } = database;
  const [acme, customer] = [await insertCompany(db), await insertUser(db)];
  const user = await insertUser(db, { role: "Agent" });
  const ticket = await insertTicket(db, {
    ...{ requester_id: customer.id, company_id: acme.id, status: "open", assignee_id: user.id },
  });
  const assignee = async () => (await storedTicket(db, ticket.id)).assignee_id;
  await updateUser(deps, user.id, { firstName: "Mia" });
  expect(await assignee()).toBe(user.id);
  await updateUser(deps, user.id, { companyScope: "assigned" });
  expect(await assignee()).toBeNull();
});

test("a change of name does not wait for Super Admins", async () => {
  const { db } = database;
  const [boss, customer] = [
    await insertUser(db, { role: "Super Admin" }),
    await insertUser(db, { role: "Customer" }),
  ];
  const user = await insertUser(db, { role: "Agent", company_scope: "assigned" });
  const ticket = await insertTicket(db, {
    ...{ requester_id: customer.id, status: "open", assignee_id: user.id },
  });
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", boss.id).forUpdate().execute();
    await updateUser(deps, user.id, { firstName: "Mia" });
  });
  expect((await storedTicket(db, ticket.id)).assignee_id).toBe(user.id);
});

test("the request id of a deleted user's creation returns not found", async () => {
  const input = { firstName: "Nora", lastName: "Berg", role: "Customer" } as const;
  const [key, email] = [Bun.randomUUIDv7(), `${Bun.randomUUIDv7()}@new.test`];
  const { id } = await createUser(deps, { ...input, email }, key);
  await deleteUser(deps, id);
  const again = createUser(deps, { ...input, email }, key);
  expect((await refusalOf(again)).code).toBe("not_found");
});
