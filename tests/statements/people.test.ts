import { beforeAll, expect, test } from "bun:test";
import type { JobDeps } from "../../server/jobs/handlers.ts";
import { changeManyUsers, undoManyUsers } from "../../server/users/bulk.ts";
import { createUser } from "../../server/users/create-user.ts";
import { getUser, listUserHistory, listUserTickets } from "../../server/users/details.ts";
import { countUsers, listUserIds, listUsers } from "../../server/users/queries.ts";
import { updateUser } from "../../server/users/update-user.ts";
import { actingAs } from "../support/acting.ts";
import { insertCompany, insertTicket, insertUser, type UserRow } from "../support/builders.ts";
import { copyTickets } from "../support/copy-tickets.ts";
import { setUpCounting } from "../support/count-statements.ts";

/** As in statements.test.ts: `begin` and `commit` are not counted. */
const { database, counting } = setUpCounting();
let admin: UserRow;

beforeAll(async () => {
  admin = await insertUser(database.db, { role: "Super Admin" });
}, 60_000);

async function statementsOf(call: (deps: JobDeps) => Promise<unknown>): Promise<number> {
  const acting = await actingAs(database.db, admin);
  return (await counting.during((db) => call({ ...acting, db }))).length;
}

test("the list, its count and its ids: one each, however many companies they have", async () => {
  for (let index = 0; index < 5; index += 1) {
    const companies = [await insertCompany(database.db), await insertCompany(database.db)];
    await insertUser(database.db, { companies: companies.map(({ id }) => id) });
  }
  const list = { sort: "name", descending: false, limit: 50, search: "ana" } as const;
  expect(await statementsOf((deps) => listUsers(deps, list))).toBe(1);
  expect(await statementsOf((deps) => countUsers(deps, { search: "ana" }))).toBe(1);
  expect(await statementsOf((deps) => listUserIds(deps, {}))).toBe(1);
});

test("a record: one for the person, one for whether they had a password", async () => {
  const { id } = await insertUser(database.db);
  const noMail = { smtpUrl: null };
  expect(await statementsOf((deps) => getUser(deps, id, noMail))).toBe(2);
  for (let index = 0; index < 7; index += 1) {
    await insertTicket(database.db, { requester_id: id });
  }
  expect(await statementsOf((deps) => listUserTickets(deps, id))).toBe(1);
  expect(await statementsOf((deps) => listUserHistory(deps, id))).toBe(1);
});

/** Lock the row and its companies, write both parts of the audit, notify, read again. */
const changing = 2 + 1 + 2 + 1 + 1;

test("a change of a name", async () => {
  const { id } = await insertUser(database.db);
  const patch = { firstName: "Anna" };
  expect(await statementsOf((deps) => updateUser(deps, id, patch))).toBe(changing);
  // Nothing changes: locked and read again.
  expect(await statementsOf((deps) => updateUser(deps, id, patch))).toBe(3);
});

/** One reads, the other writes everything. */
const leavingThousand = 2;

test("losing a company unassigns a thousand tickets at a time", async () => {
  const company = (await insertCompany(database.db)).id;
  const customer = await insertUser(database.db, { companies: [company] });
  const losingIt = async (tickets: number) => {
    const agent = await insertUser(database.db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [company] },
    });
    const ticket = await insertTicket(database.db, {
      ...{ requester_id: customer.id, company_id: company, assignee_id: agent.id },
    });
    await copyTickets(database.db, ticket.id, tickets - 1);
    return await statementsOf((deps) => updateUser(deps, agent.id, { companies: [] }));
  };
  const alone = await losingIt(1);
  expect(await losingIt(3)).toBe(alone);
  expect(await losingIt(1000)).toBe(alone);
  expect(await losingIt(2001)).toBe(alone + 2 * leavingThousand);
}, 60_000);

/**
 * Held and read, the acts that took them, what came since, who they are there; these acts spent, others
 * begun, all of it written.
 */
const comingBackThousand = 8;

test("undoing that assigns a thousand tickets at a time", async () => {
  const company = (await insertCompany(database.db)).id;
  const customer = await insertUser(database.db, { companies: [company] });
  const companies = [{ id: company }];
  const havingBack = async (tickets: number) => {
    const agent = await insertUser(database.db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [company] },
    });
    const ticket = await insertTicket(database.db, {
      ...{ requester_id: customer.id, company_id: company, assignee_id: agent.id },
    });
    await copyTickets(database.db, ticket.id, tickets - 1);
    const acting = await actingAs(database.db, admin);
    const { changeId } = await updateUser(acting, agent.id, { companies: [] });
    const undoing = { undoes: changeId ?? "" };
    const sent = await statementsOf(async (deps) => {
      const { remark } = await updateUser(deps, agent.id, { companies }, undoing);
      expect(remark).toBeNull();
    });
    const theirs = database.db.selectFrom("tickets").where("assignee_id", "=", agent.id);
    const { count } = await theirs
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(tickets);
    return sent;
  };
  const alone = await havingBack(1);
  expect(await havingBack(3)).toBe(alone);
  expect(await havingBack(2001)).toBe(alone + 2 * comingBackThousand);
}, 60_000);

test("a new user: the same with and without a key but for the key itself", async () => {
  const input = { firstName: "A", lastName: "B", role: "Agent" } as const;
  const plain = (deps: JobDeps) => createUser(deps, { ...input, email: "a@new.test" });
  const key = Bun.randomUUIDv7();
  const keyed = (deps: JobDeps) => createUser(deps, { ...input, email: "b@new.test" }, key);
  const without = await statementsOf(plain);
  expect(await statementsOf(keyed)).toBe(without + 2);
});

test("a bulk change: the same few for each user", async () => {
  const disabling = async (count: number) => {
    const users = [];
    for (let index = 0; index < count; index += 1) users.push(await insertUser(database.db));
    const act = { kind: "state", state: "disabled" } as const;
    const ids = users.map(({ id }) => id);
    const input = { requestId: Bun.randomUUIDv7(), act, ids };
    return await statementsOf((deps) => changeManyUsers(deps, input));
  };
  const [three, six] = [await disabling(3), await disabling(6)];
  const each = (six - three) / 3;
  expect(Number.isInteger(each)).toBe(true);
  expect(each).toBeLessThanOrEqual(11);
});

test("an undo: the same few for each user, and one read for all changes", async () => {
  const undoing = async (count: number) => {
    const users = [];
    for (let index = 0; index < count; index += 1) users.push(await insertUser(database.db));
    const acting = await actingAs(database.db, admin);
    const { job } = await changeManyUsers(acting, {
      ...{ requestId: Bun.randomUUIDv7(), act: { kind: "state", state: "disabled" } },
      ids: users.map(({ id }) => id),
    });
    const input = { requestId: Bun.randomUUIDv7(), jobId: job.id };
    return await statementsOf((deps) => undoManyUsers(deps, input));
  };
  const [three, six] = [await undoing(3), await undoing(6)];
  const each = (six - three) / 3;
  expect(Number.isInteger(each)).toBe(true);
  expect(each).toBeLessThanOrEqual(12);
});
