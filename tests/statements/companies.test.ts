import { beforeAll, expect, test } from "bun:test";
import { changeManyCompanies, undoManyCompanies } from "../../server/companies/bulk.ts";
import { getCompany } from "../../server/companies/details.ts";
import { listMembers } from "../../server/companies/members.ts";
import { assignAgent, setMember } from "../../server/companies/people.ts";
import { countCompanies, listCompanies, listCompanyIds } from "../../server/companies/queries.ts";
import { createCompany, updateCompany } from "../../server/companies/update-company.ts";
import type { JobDeps } from "../../server/jobs/handlers.ts";
import { actingAs } from "../support/acting.ts";
import { insertCompany, insertTicket, insertUser, type UserRow } from "../support/builders.ts";
import { setUpCounting } from "../support/count-statements.ts";

/** As in statements.test.ts: `begin` and `commit` are two more where there is a transaction. */
const { database, counting } = setUpCounting();
let admin: UserRow;
let agent: UserRow;
let customer: UserRow;
let companyId: string;

beforeAll(async () => {
  const { db } = database;
  admin = await insertUser(db, { role: "Super Admin" });
  agent = await insertUser(db, { role: "Agent", company_scope: "assigned" });
  customer = await insertUser(db);
  for (let index = 0; index < 30; index += 1) {
    const company = await insertCompany(db, { domains: [`d${index}.test`] });
    companyId = company.id;
    const member = await insertUser(db, { companies: [company.id] });
    await insertTicket(db, { requester_id: member.id, company_id: company.id });
  }
}, 60_000);

async function statementsOf(call: (deps: JobDeps) => Promise<unknown>): Promise<number> {
  const acting = await actingAs(database.db, admin);
  return (await counting.during((db) => call({ ...acting, db }))).length;
}

const list = { sort: "name", descending: false, limit: 50 } as const;
const requestId = () => Bun.randomUUIDv7();

test.each<[string, number, (deps: JobDeps) => Promise<unknown>]>([
  ["the list, however many there are", 1, (deps) => listCompanies(deps, list)],
  ["their number", 1, (deps) => countCompanies(deps, {})],
  ["their ids", 1, (deps) => listCompanyIds(deps, {})],
  ["one with all that its page shows", 1, (deps) => getCompany(deps, companyId)],
  ["its members", 1, (deps) => listMembers(deps, { id: companyId, limit: 50 })],
  // The locks of its people, whose rows say the name, and its own; the change, the views that name it,
  // the audit log with its values, the live event; and the answer.
  [
    "a change of its name",
    8,
    (deps) => updateCompany(deps, { id: companyId, patch: { name: "Renamed" }, base: {} }),
  ],
  // What is added is asked for its holders, and counted.
  [
    "a new domain",
    8,
    (deps) => updateCompany(deps, { id: companyId, patch: { addDomains: ["n.test"] }, base: {} }),
  ],
  [
    "an agent who is assigned",
    8,
    (deps) => assignAgent(deps, { id: companyId, userId: agent.id, assigned: true }),
  ],
  [
    "removing an agent, whose tickets there are searched",
    8,
    (deps) => assignAgent(deps, { id: companyId, userId: agent.id, assigned: false }),
  ],
  [
    "a member who joins",
    8,
    (deps) => setMember(deps, { id: companyId, userId: customer.id, member: true }),
  ],
  [
    "a new one with domains and an agent",
    13,
    (deps) =>
      createCompany(deps, {
        ...{ requestId: requestId(), name: "New & Co", domains: ["new.test", "co.test"] },
        agentIds: [agent.id],
      }),
  ],
])("%s: %i statements at most", async (_, most, call) => {
  expect(await statementsOf(call)).toBeLessThanOrEqual(most);
});

test("bulk changes and their undo: the same few for each", async () => {
  const archiving = async (count: number) => {
    const made = [];
    for (let index = 0; index < count; index += 1) made.push(await insertCompany(database.db));
    const ids = made.map(({ id }) => id);
    let jobId = "";
    const doing = await statementsOf(async (deps) => {
      const input = { requestId: requestId(), act: { kind: "archive" }, ids } as const;
      jobId = (await changeManyCompanies(deps, { ...input, ids })).job.id;
    });
    const undoing = await statementsOf((deps) =>
      undoManyCompanies(deps, { requestId: requestId(), jobId }),
    );
    return { doing, undoing };
  };
  const [three, six] = [await archiving(3), await archiving(6)];
  // The change, and both parts of the audit; an Undo is whole or not.
  expect((six.doing - three.doing) / 3).toBe(3);
  expect((six.undoing - three.undoing) / 3).toBe(5);
});
