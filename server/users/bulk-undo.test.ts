import { beforeAll, expect, test } from "bun:test";
import { undoMs } from "../../shared/undo-time.ts";
import type { UserBulkAct } from "../../shared/user-bulk.ts";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertAuditLine,
  insertCompany,
  insertSession,
  insertTicket,
  insertUser,
  insertUsers,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { jobHandlers } from "../job-handlers.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import { runSlice } from "../jobs/run-slice.ts";
import { sweepJobs } from "../jobs/sweep-jobs.ts";
import { updateTicket } from "../tickets/update.ts";
import { changeManyUsers, undoManyUsers } from "./bulk.ts";
import { deleteUser } from "./delete-user.ts";
import { findUser } from "./queries.ts";
import { updateUser } from "./update-user.ts";

const database = setUpTestDatabase();
let admin: UserRow;
let acme: CompanyRow;
let other: CompanyRow;
let deps: JobDeps;

beforeAll(async () => {
  const { db } = database;
  admin = await insertUser(db, { role: "Super Admin", first_name: "Maya", last_name: "L" });
  acme = await insertCompany(db);
  other = await insertCompany(db);
  deps = await actingAs(db, admin);
}, 60_000);

const disable: UserBulkAct = { kind: "state", state: "disabled" };

const made = (given: Parameters<typeof insertUser>[1] = {}) =>
  insertUser(database.db, { password_hash: "chosen", ...given });
const run = async (act: UserBulkAct, users: readonly { id: string }[], by = deps) =>
  (
    await changeManyUsers(by, {
      ...{ requestId: Bun.randomUUIDv7(), act, ids: users.map(({ id }) => id) },
    })
  ).job;
const undo = (jobId: string, by = deps) =>
  undoManyUsers(by, { requestId: Bun.randomUUIDv7(), jobId });
const now = async ({ id }: { id: string }) => await findUser(database.db, id);
const agent = (...companies: CompanyRow[]) =>
  made({
    ...{ role: "Agent", company_scope: "assigned", companies: companies.map(({ id }) => id) },
  });
const session = ({ id }: { id: string }) => insertSession(database.db, id);
const sessionsOf = async ({ id }: { id: string }) =>
  await database.db.selectFrom("sessions").select("id").where("user_id", "=", id).execute();
const auditOf = async ({ id }: { id: string }) =>
  await database.db
    .selectFrom("audit_log")
    .select(["act", "fields", "actor_id"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();

test("enabling many users is audited for each, and Undo disables them again", async () => {
  const [one, agentOfAcme] = [await made(), await agent(acme)];
  const invited = await made({ state: "invited", password_hash: null });
  const all = [one, agentOfAcme, invited];
  await run(disable, all);
  const job = await run({ kind: "state", state: "active" }, all);
  expect(job).toMatchObject({ state: "done", total: 3, refused: 0, title: "Enabling 3 users" });
  expect((await now(one))?.state).toBe("active");
  // A user without a password is invited again.
  expect((await now(invited))?.state).toBe("invited");
  expect(await now(agentOfAcme)).toMatchObject({
    ...{ state: "active", companyScope: "assigned", companies: [{ id: acme.id }] },
  });
  await session(one);
  expect((await undo(job.id)).job).toMatchObject({ state: "done", total: 3, refused: 0 });
  for (const user of all) expect((await now(user))?.state).toBe("disabled");
  expect(await sessionsOf(one)).toEqual([]);
  const line = { act: "user.updated", fields: ["state"], actor_id: admin.id };
  expect(await auditOf(one)).toEqual([line, line, line]);
});

test("undoing a disable restores the user except ended sessions and links, and is audited", async () => {
  const [one, two] = [await made(), await agent(acme)];
  const invited = await made({
    ...{ state: "invited", password_hash: null, first_name: "Ina", last_name: "N" },
  });
  await session(one);
  const job = await run(disable, [one, two, invited, admin]);
  const done = await undo(job.id);
  expect(done.job).toMatchObject({
    ...{ kind: "user-bulk-undo", state: "done", total: 3, refused: 0 },
    title: "Undoing the change to 3 users",
  });
  expect((await now(one))?.state).toBe("active");
  expect(await now(two)).toMatchObject({
    ...{ state: "active", role: "Agent", companyScope: "assigned", companies: [{ id: acme.id }] },
  });
  expect((await now(invited))?.state).toBe("invited");
  expect(done.refusals).toEqual([
    { subject: "Ina N", message: "Their invitation has ended. Send it again." },
  ]);
  expect(await sessionsOf(one)).toEqual([]);
  const line = { act: "user.updated", fields: ["state"], actor_id: admin.id };
  expect(await auditOf(one)).toEqual([line, line]);
});

test("undoing a role change restores scope and companies and ends sessions", async () => {
  const user = await made({ companies: [acme.id] });
  await database.db
    .updateTable("user_companies")
    .set({ sees_all_tickets: true })
    .where("user_id", "=", user.id)
    .execute();
  const agents = await agent(acme, other);
  const invited = await made({ state: "invited", password_hash: null });
  const job = await run(
    { kind: "role", role: "Agent", companyScope: "assigned", companyIds: [other.id] },
    [user, agents, invited],
  );
  await session(user);
  expect((await undo(job.id)).refusals).toEqual([]);
  expect(await now(user)).toMatchObject({
    ...{ role: "Customer", companyScope: null },
    companies: [{ id: acme.id, seesAllTickets: true }],
  });
  expect(await sessionsOf(user)).toEqual([]);
  expect((await now(agents))?.companies.map(({ id }) => id).sort()).toEqual(
    [acme.id, other.id].sort(),
  );
});

test("undo reverts only the companies the job added or removed", async () => {
  const user = await made();
  const joined = await run({ kind: "add-company", companyId: acme.id }, [user]);
  await updateUser(deps, user.id, { companies: [{ id: acme.id }, { id: other.id }] });
  expect((await undo(joined.id)).refusals).toEqual([]);
  expect((await now(user))?.companies.map(({ id }) => id)).toEqual([other.id]);

  const left = await run({ kind: "remove-company", companyId: other.id }, [user]);
  await undo(left.id);
  expect((await now(user))?.companies.map(({ id }) => id)).toEqual([other.id]);
});

test("undo leaves users changed since, names them, and works once", async () => {
  const people = { byHand: await made(), same: await made(), gone: await made() };
  const { byHand, same, gone } = people;
  const job = await run(disable, [byHand, same, gone]);
  await updateUser(deps, byHand.id, { state: "active" });
  // Disabled again on purpose.
  await updateUser(deps, same.id, { state: "active" });
  await updateUser(deps, same.id, { state: "disabled" });
  await deleteUser(deps, gone.id);
  const { job: undone, refusals } = await undo(job.id);
  expect(undone).toMatchObject({ done: 3, refused: 3 });
  const name = (user: UserRow) => `${user.first_name} ${user.last_name}`;
  const message = "Their state changed since, so this was not undone.";
  expect(new Map(refusals.map((each) => [each.subject, each.message]))).toEqual(
    new Map([
      [name(byHand), message],
      [name(same), message],
      ["A deleted user", "This doesn't exist, or you don't have access to it."],
    ]),
  );
  expect((await now(same))?.state).toBe("disabled");

  const [again] = [await made()];
  const second = await run(disable, [again]);
  await undo(second.id);
  await run(disable, [again]);
  expect((await undo(second.id)).job).toMatchObject({ refused: 1 });
  expect((await now(again))?.state).toBe("disabled");
});

test("later changes are found by the order of the log, not by a server's clock", async () => {
  const [since, before] = [await made(), await made()];
  const disabledBy = ({ id }: UserRow, hoursAhead: number) =>
    insertAuditLine(database.db, {
      ...{ hoursAhead, act: "user.updated", fields: ["state"] },
      ...{ subject_kind: "user", subject_id: id },
    });
  await disabledBy(before, 1);
  const job = await run(disable, [since, before]);
  await disabledBy(since, -1);
  expect((await undo(job.id)).job).toMatchObject({ done: 2, refused: 1 });
  expect([(await now(since))?.state, (await now(before))?.state]).toEqual(["disabled", "active"]);
});

test("undo refuses if the role was kept on purpose or the company was merged", async () => {
  const [promoted, member] = [await made(), await made({ companies: [other.id] })];
  const role = await run({ kind: "role", role: "Agent", companyScope: "assigned" }, [promoted]);
  await updateUser(deps, promoted.id, { companies: [{ id: acme.id }] });
  const { refusals } = await undo(role.id);
  expect(refusals[0]?.message).toContain("role or companies");
  expect((await now(promoted))?.role).toBe("Agent");

  const gone = await insertCompany(database.db, { name: "Harbour" });
  await updateUser(deps, member.id, { companies: [{ id: gone.id }] });
  const left = await run({ kind: "remove-company", companyId: gone.id }, [member]);
  await database.db
    .updateTable("companies")
    .set({ state: "merged", merged_into_id: acme.id })
    .where("id", "=", gone.id)
    .execute();
  expect((await undo(left.id)).refusals[0]?.message).toBe(
    "“Harbour” has been merged into another company.",
  );
  expect((await now(member))?.companies).toEqual([]);
});

test("undo applies completely or not at all to each user, and continues with the others", async () => {
  const gone = await insertCompany(database.db);
  const [half, other] = [await made({ companies: [gone.id] }), await made()];
  const job = await run({ kind: "role", role: "Agent", companyScope: "all" }, [half, other]);
  await database.db
    .updateTable("companies")
    .set({ state: "merged", merged_into_id: acme.id })
    .where("id", "=", gone.id)
    .execute();
  expect((await undo(job.id)).job).toMatchObject({ done: 2, refused: 1 });
  expect(await now(half)).toMatchObject({ role: "Agent", companyScope: "all", companies: [] });
  expect((await now(other))?.role).toBe("Customer");
});

test("undo assigns lost tickets again, unless someone else was assigned", async () => {
  const worker = await agent(acme);
  const customer = await made({ companies: [acme.id] });
  const base = { requester_id: customer.id, company_id: acme.id, assignee_id: worker.id };
  const [stays, taken] = [
    await insertTicket(database.db, { ...base, status: "open" }),
    await insertTicket(database.db, { ...base, status: "open" }),
  ];
  const assignees = async () =>
    await database.db
      .selectFrom("tickets")
      .select(["id", "assignee_id"])
      .where("id", "in", [stays.id, taken.id])
      .execute();
  const job = await run(disable, [worker]);
  expect((await assignees()).map(({ assignee_id }) => assignee_id)).toEqual([null, null]);
  await updateTicket(deps, change(taken, { assigneeId: admin.id }, { assignee_id: null }));
  const { refusals } = await undo(job.id);
  expect(refusals.map(({ message }) => message)).toEqual([
    "1 of their 2 tickets changed again since, and stays without them.",
  ]);
  expect(new Map((await assignees()).map((each) => [each.id, each.assignee_id]))).toEqual(
    new Map([
      [stays.id, worker.id],
      [taken.id, admin.id],
    ]),
  );
});

test("undo restores followed tickets together with the company", async () => {
  const [member, friend] = [await made({ companies: [acme.id] }), await made()];
  const ticket = await insertTicket(database.db, {
    ...{ requester_id: friend.id, company_id: acme.id, followers: [member.id] },
  });
  const followers = async () =>
    (
      await database.db
        .selectFrom("ticket_people")
        .select("user_id")
        .where("ticket_id", "=", ticket.id)
        .where("user_id", "<>", friend.id)
        .execute()
    ).map(({ user_id }) => user_id);
  const job = await run({ kind: "remove-company", companyId: acme.id }, [member]);
  expect(await followers()).toEqual([]);
  expect((await undo(job.id)).refusals).toEqual([]);
  expect(await followers()).toEqual([member.id]);
});

test("only the Super Admin who ran the job can undo it, for ten minutes", async () => {
  const boss = await made({ role: "Super Admin" });
  const user = await made();
  const job = await run(disable, [user]);
  const theirs = await actingAs(database.db, boss);
  expect((await refusalOf(undo(job.id, theirs))).code).toBe("not_found");
  const late = { ...deps, now: new Date(deps.now.getTime() + undoMs + 1) };
  expect((await refusalOf(undo(job.id, late))).code).toBe("undo_too_late");

  const bosses = await run(disable, [await made()], theirs);
  await database.db
    .updateTable("users")
    .set({ role: "Agent", company_scope: "all" })
    .where("id", "=", boss.id)
    .execute();
  const { job: undone, refusals } = await undo(bosses.id, theirs);
  expect(undone.refused).toBe(1);
  expect(refusals[0]?.message).toBe("Your role doesn't allow this.");
});

test("undo cannot demote the last Super Admin or the actor", async () => {
  const user = await agent(acme);
  const job = await run({ kind: "role", role: "Super Admin" }, [user]);
  // They are the only other Super Admin now, and demote the first one.
  const theirs = await actingAs(database.db, { ...user, role: "Super Admin", company_scope: null });
  await updateUser(theirs, admin.id, { role: "Agent" });
  const { job: undone } = await undo(job.id);
  expect(undone).toMatchObject({ refused: 1 });
  expect((await now(user))?.role).toBe("Super Admin");
  await updateUser(theirs, admin.id, { role: "Super Admin" });
});

test("the network of the request is in each audit entry, and is deleted from the job", async () => {
  const users = [await made(), await made()];
  const job = await run(disable, users, { ...deps, network: "192.0.2.0/24" });
  await undo(job.id, { ...deps, network: "198.51.100.0/24" });
  const rows = await database.db
    .selectFrom("audit_log as log")
    .innerJoin("audit_personal as personal", "personal.audit_id", "log.id")
    .select("personal.network")
    .where(
      "log.subject_id",
      "in",
      users.map(({ id }) => id),
    )
    .where("personal.network", "is not", null)
    .orderBy("log.id")
    .execute();
  const [then, since] = ["192.0.2.0/24", "198.51.100.0/24"];
  expect(rows.map(({ network }) => network)).toEqual([then, then, since, since]);
  const kept = await database.db
    .selectFrom("jobs")
    .select("id")
    .where("network", "is not", null)
    .execute();
  expect(kept).toEqual([]);
});

test("the same request id starts one job; a long job runs in the background; the record expires after a day", async () => {
  const users = await insertUsers(database.db, 201, { password_hash: "chosen" });
  const job = await run({ kind: "add-company", companyId: acme.id }, users);
  const slices = async () => {
    while (await runSlice({ db: database.db, now: deps.now, handlers: jobHandlers }));
  };
  await slices();
  const input = { requestId: Bun.randomUUIDv7(), jobId: job.id };
  const first = await undoManyUsers(deps, input);
  expect(first.job).toMatchObject({ state: "queued", total: 201 });
  expect((await undoManyUsers(deps, input)).job.id).toBe(first.job.id);
  await slices();
  expect((await undoManyUsers(deps, input)).job).toMatchObject({ done: 201, refused: 0 });
  const members = await database.db
    .selectFrom("user_companies")
    .select("user_id")
    .where(
      "user_id",
      "in",
      users.map(({ id }) => id),
    )
    .execute();
  expect(members).toEqual([]);

  const kept = () =>
    database.db
      .selectFrom("job_items")
      .select("undo")
      .where("job_id", "=", job.id)
      .where("undo", "is not", null)
      .execute();
  await sweepJobs(database.db, deps.now);
  expect(await kept()).toHaveLength(201);
  await sweepJobs(database.db, new Date(deps.now.getTime() + 25 * 60 * 60_000));
  expect(await kept()).toHaveLength(0);
});
