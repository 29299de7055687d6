import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Company, companySorts } from "../../shared/companies.ts";
import type { ListCompaniesInput } from "../../shared/schemas/companies.ts";
import { ticketStatuses } from "../../shared/tickets/vocabulary.ts";
import {
  actorOf,
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import type { ActorDeps } from "../actor.ts";
import { getCompany } from "./details.ts";
import { pickAgents, pickDomains, pickMembers } from "./pickers.ts";
import { companyOptions, countCompanies, listCompanies, listCompanyIds } from "./queries.ts";

let database: TestDatabase;
let deps: ActorDeps;
let all: CompanyRow[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const admin = await insertUser(db, { role: "Super Admin" });
  deps = {
    db,
    now: new Date(),
    actor: await actorOf(db, admin),
    sessionId: null,
    requestId: "test",
  };
  const created_at = new Date("2026-11-01T10:00:00.000Z");
  all = [
    await insertCompany(db, {
      name: "Harbour Logistics",
      domains: ["harbour.test", "docks.test"],
      created_at,
    }),
    await insertCompany(db, { name: "Bäckerei", created_at }),
    await insertCompany(db, { name: "andes coffee", state: "archived", created_at }),
    await insertCompany(db, { name: "100% Juice" }),
    await insertCompany(db, { name: "Zebra" }),
  ];
  // What was merged stands in no list.
  const merged_into_id = all[0]?.id ?? null;
  await insertCompany(db, { name: "Harbour of old", state: "merged", merged_into_id });
});
afterAll(() => database.drop());

function withDefaults(input: Partial<ListCompaniesInput>): ListCompaniesInput {
  return { sort: "name", descending: false, limit: 50, ...input };
}

async function names(input: Partial<ListCompaniesInput>): Promise<string[]> {
  const { companies } = await listCompanies(deps, withDefaults(input));
  return companies.map((company) => company.name);
}

test("a company is shown with its people, domains and tickets by state", async () => {
  const { db } = database;
  const [harbour, other] = all;
  if (!harbour || !other) throw new Error("There are companies");
  const ana = await insertUser(db, { companies: [harbour.id] });
  await insertUser(db, { companies: [{ id: harbour.id, seesAllTickets: true }, other.id] });
  await insertUser(db, { role: "Agent", company_scope: "assigned", companies: [harbour.id] });
  const at = { requester_id: ana.id, company_id: harbour.id };
  for (const status of ["new", "open", "open", "closed"] as const) {
    await insertTicket(db, { ...at, status });
  }
  await insertTicket(db, { ...at, status: "open", spam_at: new Date() });

  const { companies } = await listCompanies(deps, withDefaults({ search: "harbour" }));
  const expected: Company = {
    id: harbour.id,
    name: "Harbour Logistics",
    state: "active",
    domains: ["docks.test", "harbour.test"],
    memberCount: 2,
    agentCount: 1,
    ticketCounts: { new: 1, open: 2, pending: 0, "on-hold": 0, resolved: 0, closed: 1 },
    createdAt: "2026-11-01T10:00:00.000Z",
  };
  expect(companies).toEqual([expected]);
  expect(Object.keys(companies[0]?.ticketCounts ?? {})).toEqual([...ticketStatuses]);
});

test.each([
  ["harbour", ["Harbour Logistics"]],
  ["LOGISTICS harbour", ["Harbour Logistics"]],
  ["docks.test", ["Harbour Logistics"]],
  ["backerei", ["Bäckerei"]],
  ["%", ["100% Juice"]],
  ["_", []],
])("the search %j finds %j", async (search, found) => {
  expect(await names({ search })).toEqual(found);
  expect(await countCompanies(deps, { search })).toEqual({ count: found.length });
});

test("the state is a filter", async () => {
  expect(await names({ state: "archived" })).toEqual(["andes coffee"]);
  expect(await countCompanies(deps, { state: "active" })).toEqual({ count: 4 });
});

test("all that are listed are known by their ids, in the order of their names", async () => {
  const byName = await listCompanies(deps, withDefaults({ state: "active" }));
  const ids = byName.companies.map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect(await listCompanyIds(deps, { state: "active" })).toEqual({ ids });
});

test("page by page, each order holds every company once", async () => {
  const byName = ["100% Juice", "andes coffee", "Bäckerei", "Harbour Logistics", "Zebra"];
  expect(await names({})).toEqual(byName);
  expect(await names({ descending: true })).toEqual(byName.toReversed());
  for (const sort of companySorts) {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listCompanies(deps, withDefaults({ sort, limit: 2, cursor }));
      found.push(...page.companies.map((company) => company.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(found.toSorted()).toEqual(all.map((company) => company.id).sort());
  }
});

test("its people are offered who may be added to it, by name", async () => {
  const { db } = database;
  const id = all[1]?.id ?? "";
  const first_name = "Pick";
  const agent = { first_name, role: "Agent", company_scope: "assigned" } as const;
  const [free, other] = [
    await insertUser(db, { ...agent, last_name: "Free", companies: [all[0]?.id ?? ""] }),
    await insertUser(db, { ...agent, last_name: "Other" }),
  ];
  await insertUser(db, { ...agent, companies: [id] });
  await insertUser(db, { ...agent, state: "disabled" });
  await insertUser(db, { ...agent, company_scope: "all" });
  const member = await insertUser(db, { first_name, companies: [all[0]?.id ?? ""] });
  await insertUser(db, { first_name, companies: [id] });
  await insertUser(db, { first_name, state: "disabled" });
  const search = first_name;
  const ids = (people: { id: string }[]) => people.map((person) => person.id);
  expect(ids(await pickAgents(deps, { id, search }))).toEqual([free.id, other.id]);
  expect(ids(await pickAgents(deps, { id, search, only: free.id }))).toEqual([free.id]);
  expect(ids(await pickMembers(deps, { id, search }))).toEqual([member.id]);
  expect(await pickDomains(deps, { search: " DOC " })).toEqual(["docks.test"]);
  expect(await pickDomains(deps, { search: "o" })).toEqual(["docks.test", "harbour.test"]);
});

test("its own page names its agents, and its own tickets that the reader sees", async () => {
  const { db } = database;
  const zebra = all[4]?.id ?? "";
  const asks = await insertUser(db, { companies: [zebra] });
  const given = { requester_id: asks.id, company_id: zebra };
  await insertTicket(db, given);
  await insertTicket(db, { ...given, spam_at: new Date() });
  await insertTicket(db, { ...given, company_id: all[0]?.id ?? null });
  const agent = { role: "Agent", company_scope: "assigned" } as const;
  const theirs = await insertUser(db, { ...agent, companies: [zebra] });
  await insertUser(db, { role: "Agent", company_scope: "all", state: "disabled" });
  const { agents, agentsOfAll, recentTickets } = await getCompany(deps, zebra);
  expect(agents.map(({ id }) => id)).toEqual([theirs.id]);
  expect(agentsOfAll.filter(({ state }) => state !== "active")).toEqual([]);
  expect(recentTickets).toHaveLength(1);
  const missing = await getCompany(deps, Bun.randomUUIDv7()).catch(({ code }) => code);
  expect(missing).toBe("not_found");
});

test("pickers are offered what is active, by name", async () => {
  const { companies } = await companyOptions(deps, {});
  expect(companies.map((company) => company.name)).toEqual([
    "100% Juice",
    "Bäckerei",
    "Harbour Logistics",
    "Zebra",
  ]);
  expect(await companyOptions(deps, { search: "zeb" })).toEqual({
    companies: [{ id: all[4]?.id ?? "", name: "Zebra" }],
  });
});
