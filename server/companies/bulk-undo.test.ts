import { describe, expect, test } from "bun:test";
import { actingAs } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { insertTicket, insertUser } from "../../tests/support/builders.ts";
import { changeManyCompanies, undoManyCompanies } from "./bulk.ts";
import { getCompany } from "./details.ts";
import { assignAgent } from "./people.ts";
import { createCompany, updateCompany } from "./update-company.ts";

const { database, deps } = setUpAdminDesk();

let made = 0;
const create = () =>
  createCompany(deps, { requestId: Bun.randomUUIDv7(), name: `One of many ${++made}` });
const update = (id: string, patch: Parameters<typeof updateCompany>[1]["patch"]) =>
  updateCompany(deps, { id, patch, base: {} });
const agentOf = (...companies: string[]) =>
  insertUser(database.db, { role: "Agent", company_scope: "assigned", companies });

describe("many companies at once", () => {
  const many = (ids: string[], act: Parameters<typeof changeManyCompanies>[1]["act"], by = deps) =>
    changeManyCompanies(by, { requestId: Bun.randomUUIDv7(), act, ids });

  test("are archived and restored by Undo, and deleted ones are named", async () => {
    const ids = [(await create()).id, (await create()).id];
    const { job, refusals } = await many([...ids, Bun.randomUUIDv7()], { kind: "archive" });
    expect(job).toMatchObject({
      state: "done",
      done: 3,
      refused: 1,
      title: "Archiving 3 companies",
    });
    expect(refusals).toEqual([
      {
        subject: "A deleted company",
        message: "This doesn't exist, or you don't have access to it.",
      },
    ]);
    for (const id of ids) expect((await getCompany(deps, id)).state).toBe("archived");
    await many(ids, { kind: "restore" });
    for (const id of ids) expect((await getCompany(deps, id)).state).toBe("active");
  });

  test("are assigned to an agent, or refused with a reason each", async () => {
    const ids = [(await create()).id, (await create()).id];
    const agent = await agentOf();
    await many(ids, { kind: "assign", agentId: agent.id });
    for (const id of ids) expect((await getCompany(deps, id)).agentCount).toBe(1);
    await many(ids, { kind: "unassign", agentId: agent.id });
    for (const id of ids) expect((await getCompany(deps, id)).agentCount).toBe(0);
    const all = await insertUser(database.db, { role: "Agent", first_name: "Sees" });
    const { refusals } = await many(ids, { kind: "assign", agentId: all.id });
    expect(refusals).toHaveLength(2);
    expect(refusals[0]?.message).toMatch(/^Sees Person \d+ already sees all companies\.$/);
  });

  const undo = (jobId: string, by = deps) =>
    undoManyCompanies(by, { requestId: Bun.randomUUIDv7(), jobId });

  test("are restored by Undo, except those changed since, which are named", async () => {
    const [stays, anew, already] = [await create(), await create(), await create()];
    const ids = [stays.id, anew.id, already.id];
    const { job } = await many(ids, { kind: "archive" });
    await update(anew.id, { state: "active" });
    await update(anew.id, { state: "archived" });
    await update(already.id, { state: "active" });
    const undone = await undo(job.id);
    expect(undone.job).toMatchObject({ done: 3, refused: 2 });
    expect(undone.job.title).toBe("Undoing the change to 3 companies");
    const message = "The state of this company changed since, so this was not undone.";
    expect(new Map(undone.refusals.map((each) => [each.subject, each.message]))).toEqual(
      new Map([
        [anew.name, message],
        [already.name, message],
      ]),
    );
    expect((await getCompany(deps, stays.id)).state).toBe("active");
    expect((await getCompany(deps, anew.id)).state).toBe("archived");
    expect((await undo(job.id)).job).toMatchObject({ refused: 3 });
  });

  test("give an agent back with their tickets, and unassign one again", async () => {
    const [one, two] = [await create(), await create()];
    const agent = await agentOf(one.id, two.id);
    const customer = await insertUser(database.db, { companies: [one.id] });
    const ticket = await insertTicket(database.db, {
      ...{ requester_id: customer.id, company_id: one.id, assignee_id: agent.id, status: "open" },
    });
    const assignee = async () =>
      (
        await database.db
          .selectFrom("tickets")
          .select("assignee_id")
          .where("id", "=", ticket.id)
          .executeTakeFirstOrThrow()
      ).assignee_id;
    const taken = await many([one.id, two.id], { kind: "unassign", agentId: agent.id });
    expect(await assignee()).toBeNull();
    await assignAgent(deps, { id: two.id, userId: agent.id, assigned: true });
    await assignAgent(deps, { id: two.id, userId: agent.id, assigned: false });
    const { refusals } = await undo(taken.job.id);
    const message = "The assignment of this agent changed since, so this was not undone.";
    expect(refusals).toEqual([{ subject: two.name, message }]);
    expect(await assignee()).toBe(agent.id);
    expect((await getCompany(deps, one.id)).agentCount).toBe(1);
    expect((await getCompany(deps, two.id)).agentCount).toBe(0);

    const given = await many([one.id, two.id], { kind: "assign", agentId: agent.id });
    expect((await undo(given.job.id)).job).toMatchObject({ total: 1, refused: 0 });
    expect((await getCompany(deps, one.id)).agentCount).toBe(1);
    expect((await getCompany(deps, two.id)).agentCount).toBe(0);
  });

  test("are not changed for a demoted Super Admin", async () => {
    const { id } = await create();
    const agent = await actingAs(database.db, await insertUser(database.db, { role: "Agent" }));
    const { job } = await many([id], { kind: "archive" }, agent);
    expect(job.refused).toBe(1);
    expect((await getCompany(deps, id)).state).toBe("active");
  });
});
