import { beforeAll, expect, test } from "bun:test";
import { undoMs } from "../../shared/undo-time.ts";
import { actingAs, change } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { updateTicket } from "../tickets/update.ts";
import { updateUser } from "./update-user.ts";

const database = setUpTestDatabase();
let acme: CompanyRow;
let customer: UserRow;
let deps: ActorDeps;

beforeAll(async () => {
  const { db } = database;
  acme = await insertCompany(db);
  customer = await insertUser(db, { companies: [acme.id] });
  deps = await actingAs(db, await insertUser(db, { role: "Super Admin" }));
}, 60_000);

const agent = () =>
  insertUser(database.db, { role: "Agent", company_scope: "assigned", companies: [acme.id] });
const ticketOf = ({ id }: UserRow) =>
  insertTicket(database.db, {
    ...{ requester_id: customer.id, company_id: acme.id, status: "open", assignee_id: id },
  });
const assigneeOf = async ({ id }: { id: string }) =>
  (await storedTicket(database.db, id)).assignee_id;
const demote = async ({ id }: UserRow, by = deps) =>
  (await updateUser(by, id, { role: "Customer" })).changeId ?? "";
const takeBack = ({ id }: UserRow, undoes: string, by = deps) =>
  updateUser(
    by,
    id,
    { role: "Agent", companyScope: "assigned", companies: [{ id: acme.id }] },
    { undoes },
  );

test("undoing a role change restores the tickets it took away", async () => {
  const worker = await agent();
  const [stays, taken] = [await ticketOf(worker), await ticketOf(worker)];
  const changeId = await demote(worker);
  expect(await assigneeOf(stays)).toBeNull();
  const shown = await storedTicket(database.db, taken.id);
  await updateTicket(deps, change(shown, { assigneeId: deps.actor.id }));

  const { user, remark } = await takeBack(worker, changeId);
  expect(user).toMatchObject({ role: "Agent", companyScope: "assigned" });
  expect(remark).toBe("1 of their 2 tickets changed again since, and stays without them.");
  expect(await assigneeOf(stays)).toBe(worker.id);
  expect(await assigneeOf(taken)).toBe(deps.actor.id);
});

test("there is no remark if all tickets were restored or none were lost", async () => {
  const [worker, idle] = [await agent(), await agent()];
  const ticket = await ticketOf(worker);
  expect((await takeBack(worker, await demote(worker))).remark).toBeNull();
  expect(await assigneeOf(ticket)).toBe(worker.id);
  expect((await takeBack(idle, await demote(idle))).remark).toBeNull();
});

test("tickets are restored only for the actor's own change of that user, within ten minutes", async () => {
  const [worker, other] = [await agent(), await agent()];
  const ticket = await ticketOf(worker);
  const changes = { own: await demote(worker), ofOther: await demote(other) };
  const boss = await actingAs(database.db, await insertUser(database.db, { role: "Super Admin" }));
  await takeBack(worker, changes.ofOther);
  expect(await assigneeOf(ticket)).toBeNull();
  await takeBack(worker, changes.own, boss);
  expect(await assigneeOf(ticket)).toBeNull();
  const late = { ...deps, now: new Date(deps.now.getTime() + undoMs + 1) };
  expect((await takeBack(worker, changes.own, late)).remark).toBe(
    "Their ticket changed again since, and stays without them.",
  );
  expect(await assigneeOf(ticket)).toBeNull();
});
