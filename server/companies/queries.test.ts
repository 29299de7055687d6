import { beforeAll, describe, expect, test } from "bun:test";
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
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { getCompany } from "./details.ts";
import { pickAgents, pickDomains, pickMembers } from "./members.ts";
import { companyOptions, countCompanies, listCompanies, listCompanyIds } from "./queries.ts";

const database = setUpTestDatabase();
let deps: ActorDeps;
let all: CompanyRow[];

beforeAll(async () => {
  const { db } = database;
  const admin = await insertUser(db, { role: "Super Admin" });
  deps = {
    db,
    now: new Date(),
    actor: await actorOf(db, admin),
    credential: null,
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
  // A merged company is in no list.
  const merged_into_id = all[0]?.id ?? null;
  await insertCompany(db, { name: "Harbour of old", state: "merged", merged_into_id });
});

function withDefaults(input: Partial<ListCompaniesInput>): ListCompaniesInput {
  return { sort: "name", descending: false, limit: 50, ...input };
}

async function names(input: Partial<ListCompaniesInput>): Promise<string[]> {
  const { companies } = await listCompanies(deps, withDefaults(input));
  return companies.map((company) => company.name);
}

test("a company shows its people, domains and tickets by status", async () => {
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

test("the ids of all matching companies come in order of name", async () => {
  const byName = await listCompanies(deps, withDefaults({ state: "active" }));
  const ids = byName.companies.map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect(await listCompanyIds(deps, { state: "active" })).toEqual({ ids });
});

test("paging lists every company once in every order", async () => {
  const byName = ["100% Juice", "andes coffee", "Bäckerei", "Harbour Logistics", "Zebra"];
  expect(await names({})).toEqual(byName);
  expect(await names({ descending: true })).toEqual(byName.toReversed());
  for (const sort of companySorts) {
    expect((await paged({ sort })).toSorted()).toEqual(all.map(({ name }) => name).sort());
  }
});

/** The names over all pages. */
async function paged(input: Partial<ListCompaniesInput>): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listCompanies(deps, withDefaults({ ...input, limit: 2, cursor }));
    found.push(...page.companies.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}

test("pickers offer people who can be added, by name", async () => {
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

test("the record shows its agents and the tickets the reader can see", async () => {
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

test("pickers offer active companies by name", async () => {
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

describe("sorting by counts", () => {
  /** The counts of each company. */
  const counts = {
    members: ({ memberCount }: Company) => memberCount,
    agents: ({ agentCount }: Company) => agentCount,
    open: ({ ticketCounts }: Company) =>
      ticketCounts.new + ticketCounts.open + ticketCounts.pending + ticketCounts["on-hold"],
  };
  const sorts = ["members", "agents", "open"] as const;
  const search = "tallied";

  beforeAll(async () => {
    const { db } = database;
    const made = [];
    for (const name of ["D tallied", "b tallied", "C tallied", "A tallied"]) {
      made.push(await insertCompany(db, { name }));
    }
    const agent = { role: "Agent", company_scope: "assigned" } as const;
    for (const [{ id }, times] of [
      [made[0], 2],
      [made[2], 2],
      [made[3], 1],
    ] as [CompanyRow, number][]) {
      const asks = await insertUser(db, { companies: [id] });
      for (let more = 1; more < times; more++) await insertUser(db, { companies: [id] });
      for (let some = 0; some < times; some++) {
        await insertUser(db, { ...agent, companies: [id] });
        await insertTicket(db, { requester_id: asks.id, company_id: id, status: "pending" });
      }
    }
    // Resolved tickets and spam are not open; staff with all companies are not assigned.
    const [, none] = made.map(({ id }) => id);
    const asks = await insertUser(db);
    const given = { requester_id: asks.id, company_id: none ?? "" };
    await insertTicket(db, { ...given, status: "resolved" });
    for (let some = 0; some < 3; some++) await insertTicket(db, { ...given, spam_at: new Date() });
  });

  test.each(sorts)("%s: largest first or last, equal counts by name", async (sort) => {
    const largest = ["C tallied", "D tallied", "A tallied", "b tallied"];
    expect(await names({ sort, search, descending: true })).toEqual(largest);
    const smallest = ["b tallied", "A tallied", "C tallied", "D tallied"];
    expect(await names({ sort, search })).toEqual(smallest);
    const { companies } = await listCompanies(deps, withDefaults({ sort, descending: true }));
    const shown = companies.map(counts[sort]);
    expect(shown).toEqual(shown.toSorted((one, other) => other - one));
  });

  test.each(sorts)("%s: every company once over all pages in both directions", async (sort) => {
    for (const descending of [true, false]) {
      const whole = await names({ sort, descending });
      expect(await paged({ sort, descending })).toEqual(whole);
    }
  });

  test("changes in the meantime do not move the rest of the list", async () => {
    const list = { sort: "open", descending: true, search, limit: 1 } as const;
    const first = await listCompanies(deps, withDefaults(list));
    const [leader] = first.companies;
    expect(leader?.name).toBe("C tallied");
    const asks = await insertUser(database.db);
    const again = { requester_id: asks.id, company_id: leader?.id ?? "" };
    const { id } = await insertTicket(database.db, again);
    const more = { ...list, limit: 9, cursor: first.nextCursor };
    expect(await names(more)).toEqual(["D tallied", "A tallied", "b tallied"]);
    await database.db.deleteFrom("tickets").where("id", "=", id).execute();
  });

  test("a cursor is refused in the other direction and by another list", async () => {
    const { nextCursor } = await listCompanies(
      deps,
      withDefaults({ sort: "open", descending: true, limit: 1 }),
    );
    for (const other of [{ sort: "open" }, { sort: "members", descending: true }] as const) {
      const refused = listCompanies(deps, withDefaults({ ...other, cursor: nextCursor }));
      expect(await refused.catch(({ code }) => code)).toBe("invalid_cursor");
    }
  });
});
