import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { CompanyBulkAct } from "../../shared/companies.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { change } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import {
  type CompanyRow,
  insertAuditLine,
  insertCompany,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { actsOn, countLiveEvents } from "../../tests/support/stored.ts";
import type { Tx } from "../db/database.ts";
import { updateTicket } from "../tickets/update.ts";
import { changeManyCompanies, companyBulkHandler, undoManyCompanies } from "./bulk.ts";
import { updateCompany } from "./update-company.ts";

const { database, deps } = setUpAdminDesk();

const requestId = () => Bun.randomUUIDv7();
const many = (companies: readonly CompanyRow[], act: CompanyBulkAct) =>
  changeManyCompanies(deps, { requestId: requestId(), act, ids: companies.map(({ id }) => id) });
const undo = (jobId: string) => undoManyCompanies(deps, { requestId: requestId(), jobId });
const agentOf = (...companies: string[]) =>
  insertUser(database.db, { role: "Agent", company_scope: "assigned", companies });
const stateOf = async ({ id }: CompanyRow) => {
  const row = database.db.selectFrom("companies").select("state").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).state;
};
const agentsOf = async ({ id }: CompanyRow) => {
  const rows = database.db
    .selectFrom("user_companies")
    .select("user_id")
    .where("company_id", "=", id);
  return (await rows.execute()).map(({ user_id }) => user_id);
};
const assign = ({ id }: UserRow) => ({ kind: "assign", agentId: id }) as const;

describe("a change of many companies", () => {
  test("notifies open pages once, and not without an effect", async () => {
    const [one, other] = [await insertCompany(database.db), await insertCompany(database.db)];
    const gone = await insertCompany(database.db, { state: "merged", merged_into_id: one.id });
    const before = await countLiveEvents(database.db, "companies");
    await many([gone], { kind: "archive" });
    expect(await countLiveEvents(database.db, "companies")).toBe(before);
    const agent = await agentOf(one.id, other.id);
    await many([one, other], { kind: "unassign", agentId: agent.id });
    expect(await countLiveEvents(database.db, "companies")).toBeGreaterThan(before);
  });

  test("skips merged companies and names them", async () => {
    const into = await insertCompany(database.db);
    const gone = await insertCompany(database.db, { state: "merged", merged_into_id: into.id });
    const { refusals } = await many([gone], { kind: "restore" });
    expect(refusals).toEqual([
      { subject: gone.name, message: "This doesn't exist, or you don't have access to it." },
    ]);
    expect(await stateOf(gone)).toBe("merged");
  });

  test("refuses a deleted agent", async () => {
    const company = await insertCompany(database.db);
    const act = { kind: "assign", agentId: Bun.randomUUIDv7() } as const;
    const { refusals } = await many([company], act);
    expect(refusals).toEqual([{ subject: company.name, message: "This agent no longer exists." }]);
  });

  test("counts unchanged companies as done and leaves them out of Undo", async () => {
    const [archived, active] = [
      await insertCompany(database.db, { state: "archived" }),
      await insertCompany(database.db),
    ];
    const { job } = await many([archived, active], { kind: "archive" });
    expect(job).toMatchObject({ done: 2, refused: 0 });
    expect((await undo(job.id)).job).toMatchObject({ total: 1, refused: 0 });
    expect([await stateOf(archived), await stateOf(active)]).toEqual(["archived", "active"]);
    const agent = await agentOf();
    const off = await many([active], { kind: "unassign", agentId: agent.id });
    expect(off.job).toMatchObject({ done: 1, refused: 0 });
    expect(await actsOn(database.db, active.id)).toEqual(["company.archived", "company.restored"]);
  });

  test("locks nothing while it waits for the actor's row", async () => {
    const { db } = database;
    const company = await insertCompany(db);
    const [agent, asks] = [await agentOf(company.id), await insertUser(db)];
    const given = { requester_id: asks.id, company_id: company.id, status: "open" } as const;
    await insertTicket(db, { ...given, assignee_id: agent.id });
    const act = { kind: "unassign", agentId: agent.id } as const;
    const items = [{ position: 0, subjectId: company.id }];
    const lock = (tx: Tx, table: "users" | "companies", id: string) =>
      sql`select from ${sql.table(table)} where id = ${id} for update nowait`.execute(tx);
    const outcomes = await actDuring(
      database,
      // Like a change of role, which locks all Super Admins.
      (tx) => lock(tx, "users", deps.actor.id),
      () => db.transaction().execute((tx) => companyBulkHandler.run(tx, deps, act, items)),
      async (tx) => {
        await lock(tx, "users", agent.id);
        await lock(tx, "companies", company.id);
      },
    );
    expect(outcomes).toMatchObject([{ state: "done" }]);
  });

  test("without items does nothing", async () => {
    const outcomes = database.db
      .transaction()
      .execute((tx) => companyBulkHandler.run(tx, deps, { kind: "archive" }, []));
    expect(await outcomes).toEqual([]);
  });
});

describe("an Undo of a change of many companies", () => {
  test("compares only changes of that agent", async () => {
    const company = await insertCompany(database.db);
    const [agent, other] = [await agentOf(), await agentOf()];
    const { job } = await many([company], assign(agent));
    await many([company], assign(other));
    expect((await undo(job.id)).job).toMatchObject({ refused: 0 });
    expect(await agentsOf(company)).toEqual([other.id]);
  });

  test("names the tickets that stay unassigned", async () => {
    const { db } = database;
    const company = await insertCompany(db);
    const [agent, colleague] = [await agentOf(company.id), await agentOf(company.id)];
    const asks = await insertUser(db, { companies: [company.id] });
    const given = { requester_id: asks.id, company_id: company.id, status: "open" } as const;
    const ticket = () => insertTicket(db, { ...given, assignee_id: agent.id });
    const [, taken] = [await ticket(), await ticket()];
    const { job } = await many([company], { kind: "unassign", agentId: agent.id });
    await updateTicket(deps, change(taken, { assigneeId: colleague.id }, { assignee_id: null }));
    const { refusals } = await undo(job.id);
    const message = "1 of their 2 tickets changed again since, and stays without them.";
    expect(refusals).toEqual([{ subject: company.name, message }]);
  });

  test("compares only what changed after that change", async () => {
    const company = await insertCompany(database.db);
    const first = await many([company], { kind: "archive" });
    await updateCompany(deps, { id: company.id, patch: { notes: "Closed for good" }, base: {} });
    expect((await undo(first.job.id)).job).toMatchObject({ refused: 0 });
    const { job } = await many([company], { kind: "archive" });
    await many([company], { kind: "restore" });
    await many([company], { kind: "archive" });
    expect((await undo(job.id)).job).toMatchObject({ refused: 1 });
    expect(await stateOf(company)).toBe("archived");
  });

  test("does not depend on a server's clock", async () => {
    const [since, before] = [await insertCompany(database.db), await insertCompany(database.db)];
    const archivedBy = ({ id }: CompanyRow, hoursAhead: number) =>
      insertAuditLine(database.db, {
        ...{ hoursAhead, act: "company.archived", subject_kind: "company", subject_id: id },
      });
    await archivedBy(before, 1);
    const { job } = await many([since, before], { kind: "archive" });
    await archivedBy(since, -1);
    expect((await undo(job.id)).job).toMatchObject({ done: 2, refused: 1 });
    expect([await stateOf(since), await stateOf(before)]).toEqual(["archived", "active"]);
  });
});
