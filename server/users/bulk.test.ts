import { beforeAll, expect, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import type { UserBulkAct } from "../../shared/user-bulk.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertUser,
  insertUsers,
  type UserRow,
} from "../../tests/support/builders.ts";
import { actsOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createLink, readLink } from "../auth/links.ts";
import { jobHandlers } from "../job-handlers.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import { getJob } from "../jobs/queries.ts";
import { runSlice } from "../jobs/run-slice.ts";
import { changeManyUsers } from "./bulk.ts";
import { findUser } from "./queries.ts";

const database = setUpTestDatabase();
let admin: UserRow;
let acme: CompanyRow;
let deps: JobDeps;

beforeAll(async () => {
  admin = await insertUser(database.db, {
    role: "Super Admin",
    first_name: "Maya",
    last_name: "L",
  });
  acme = await insertCompany(database.db);
  deps = await actingAs(database.db, admin);
}, 60_000);

const run = (act: UserBulkAct, users: readonly { id: string }[], by = deps) =>
  changeManyUsers(by, { requestId: Bun.randomUUIDv7(), act, ids: users.map(({ id }) => id) });
const made = (given: Parameters<typeof insertUser>[1] = {}) => insertUser(database.db, given);
const now = async ({ id }: { id: string }) => await findUser(database.db, id);

test("refused users are named, and the others are changed", async () => {
  const [one, two] = [await made(), await made()];
  const gone = { id: Bun.randomUUIDv7() };
  const { job, refusals } = await run({ kind: "state", state: "disabled" }, [
    one,
    admin,
    gone,
    two,
  ]);
  expect(job).toMatchObject({ state: "done", total: 4, refused: 2, title: "Disabling 4 users" });
  expect(refusals.map(({ subject }) => subject).sort()).toEqual(["A deleted user", "Maya L"]);
  expect(refusals.find(({ subject }) => subject === "Maya L")?.message).toContain("yourself");
  expect((await now(one))?.state).toBe("disabled");
  expect((await now(two))?.state).toBe("disabled");
  expect((await now(admin))?.state).toBe("active");
});

test("a bulk role change sets scope and companies and ends sessions", async () => {
  const users = [await made({ companies: [acme.id] }), await made()];
  await run(
    { kind: "role", role: "Agent", companyScope: "assigned", companyIds: [acme.id] },
    users,
  );
  for (const user of users) {
    expect(await now(user)).toMatchObject({
      ...{ role: "Agent", companyScope: "assigned", companies: [{ id: acme.id }] },
    });
  }
});

test("a company is added to a user's companies and removed again", async () => {
  const other = await insertCompany(database.db);
  const user = await made({ companies: [other.id] });
  const add: UserBulkAct = { kind: "add-company", companyId: acme.id, seesAllTickets: true };
  await run(add, [user]);
  const companies = (await now(user))?.companies.map(({ id, seesAllTickets }) => [
    id,
    seesAllTickets,
  ]);
  expect(new Map(companies as [string, boolean][])).toEqual(
    new Map([
      [other.id, false],
      [acme.id, true],
    ]),
  );
  await run({ kind: "remove-company", companyId: acme.id }, [user]);
  expect((await now(user))?.companies.map(({ id }) => id)).toEqual([other.id]);
  const { refusals } = await run(add, [admin]);
  expect(refusals[0]?.message).toBe("A Super Admin sees all companies.");
  const unknown: UserBulkAct = { kind: "add-company", companyId: Bun.randomUUIDv7() };
  expect((await run(unknown, [user])).refusals[0]?.message).toContain("doesn't exist");
  expect((await now(user))?.companies.map(({ id }) => id)).toEqual([other.id]);
});

test("bulk invitations are queued behind other mail, and active users are named as refused", async () => {
  const [one, two] = [await made({ state: "invited" }), await made({ state: "invited" })];
  const [ben, cleo] = [await made({ first_name: "Ben" }), await made({ state: "disabled" })];
  const before = await createLink(database.db, {
    ...{ kind: "invitation", userId: one.id, now: deps.now },
  });
  const requestId = Bun.randomUUIDv7();
  const ids = [one, ben, two, cleo].map(({ id }) => id);
  const invite = () => changeManyUsers(deps, { requestId, act: { kind: "invite" }, ids });
  const { job, refusals } = await invite();
  expect(job).toMatchObject({ total: 4, refused: 2, title: "Inviting 4 users", undoLeftMs: 0 });
  const told = refusals.find(({ subject }) => subject.startsWith("Ben"));
  expect(told?.message).toBe(new AppError("already_accepted").message);
  await invite();
  const mails = await database.db
    .selectFrom("outgoing_mails")
    .select(["user_id", "template", "one_of_many"])
    .where("user_id", "in", ids)
    .orderBy("user_id")
    .execute();
  const sent = { template: "invitation", one_of_many: true };
  expect(mails).toEqual([one, two].map(({ id }) => ({ user_id: id, ...sent })));
  expect(await actsOn(database.db, two.id)).toEqual(["user.invited"]);
  expect((await refusalOf(readLink(database.db, before, deps.now))).code).toBe("link_spent");
});

test("a background job of a demoted Super Admin changes no one", async () => {
  const users = await insertUsers(database.db, 201);
  const boss = await made({ role: "Super Admin" });
  const theirs = await actingAs(database.db, boss);
  const { job } = await run({ kind: "state", state: "disabled" }, users, theirs);
  expect(job).toMatchObject({ state: "queued", total: 201 });
  const slice = () => runSlice({ db: database.db, now: new Date(), handlers: jobHandlers });
  await slice();
  await database.db
    .updateTable("users")
    .set({ role: "Agent", company_scope: "all" })
    .where("id", "=", boss.id)
    .execute();
  await slice();
  const after = await getJob(theirs, job.id);
  expect(after.job).toMatchObject({ done: 201, refused: 1 });
  const left = await database.db
    .selectFrom("users")
    .select("id")
    .where(
      "id",
      "in",
      users.map(({ id }) => id),
    )
    .where("state", "=", "active")
    .execute();
  expect(left).toHaveLength(1);
});

test("the same request id returns the same job, and another action with it is refused", async () => {
  const user = await made();
  const requestId = Bun.randomUUIDv7();
  const send = (state: "active" | "disabled") =>
    changeManyUsers(deps, { requestId, act: { kind: "state", state }, ids: [user.id] });
  const first = await send("disabled");
  expect(await send("disabled")).toEqual(first);
  expect((await refusalOf(send("active"))).code).toBe("request_reused");
});
