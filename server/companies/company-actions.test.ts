import { beforeAll, describe, expect, test } from "bun:test";
import { userLimits } from "../../shared/users.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import {
  type CompanyRow,
  insertCompany,
  insertMessage,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import { createTicket } from "../tickets/create.ts";
import { listTickets } from "../tickets/list.ts";
import { pickCompanies } from "../tickets/pickers.ts";
import { replyToTicket } from "../tickets/reply.ts";
import { splitTicket } from "../tickets/split.ts";
import { updateTicket } from "../tickets/update.ts";
import { createUser } from "../users/create-user.ts";
import { getCompany } from "./details.ts";
import { listMembers, pickAgents, pickDomains, pickMembers } from "./members.ts";
import { assignAgent, setMember } from "./people.ts";
import { listCompanies } from "./queries.ts";
import { createCompany, updateCompany } from "./update-company.ts";

const { database, admin, deps } = setUpAdminDesk();

let made = 0;
const newName = () => `Made ${++made} & Sons`;
const create = (input: Partial<Parameters<typeof createCompany>[1]> = {}) =>
  createCompany(deps, { requestId: Bun.randomUUIDv7(), name: newName(), ...input });
const update = (
  id: string,
  patch: Parameters<typeof updateCompany>[1]["patch"],
  base: Parameters<typeof updateCompany>[1]["base"] = {},
) => updateCompany(deps, { id, patch, base });
const agentOf = (...companies: string[]) =>
  insertUser(database.db, { role: "Agent", company_scope: "assigned", companies });
const actsOn = async (id: string) => {
  const rows = await database.db
    .selectFrom("audit_log")
    .select(["act", "fields", "actor_id"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
  expect(rows.every(({ actor_id }) => actor_id === admin.id)).toBe(true);
  return rows.map(({ act, fields }) => [act, ...fields].join(" "));
};
const newsSince = async () => {
  const rows = await database.db
    .deleteFrom("live_events")
    .where("topic", "=", "companies")
    .returning("id")
    .execute();
  return rows.length;
};
const open = (by: JobDeps, company: { id: string }, requester?: UserRow) =>
  createTicket(by, {
    ...{ requestId: Bun.randomUUIDv7(), subject: "Help", body: "It does not work." },
    companyId: company.id,
    ...(requester && { requesterId: requester.id }),
  });

describe("creating a company", () => {
  test("stores domains, notes and agents, audits it and notifies open pages", async () => {
    const agent = await agentOf();
    await newsSince();
    const company = await create({
      name: "Bluefin Foods",
      domains: ["bluefin.test", "fish.test"],
      notes: "Cold chain.",
      agentIds: [agent.id],
    });
    expect(company).toMatchObject({
      ...{ name: "Bluefin Foods", state: "active", notes: "Cold chain.", agentCount: 1 },
      domains: ["bluefin.test", "fish.test"],
      agents: [{ id: agent.id, state: "active" }],
      mergingInto: null,
      recentTickets: [],
    });
    expect(await getCompany(deps, company.id)).toEqual(company);
    expect(await actsOn(company.id)).toEqual(["company.created name domains notes agentIds"]);
    expect(await newsSince()).toBe(1);
  });

  test("happens once per request id", async () => {
    const input = { requestId: Bun.randomUUIDv7(), name: newName() };
    const [one, other] = await Promise.all([create(input), create(input)]);
    expect(other.id).toBe(one.id);
    await create({ requestId: Bun.randomUUIDv7(), name: newName() });
    expect((await create(input)).id).toBe(one.id);
    const reused = await refusalOf(create({ ...input, name: newName() }));
    expect(reused.code).toBe("request_reused");
  });

  test("is refused if the name is taken in any case", async () => {
    const { name } = await create();
    const refusal = await refusalOf(create({ name: name.toUpperCase() }));
    expect(refusal.code).toBe("company_name_taken");
    expect(refusal.details.fields).toEqual([{ field: "name", message: refusal.message }]);
  });

  test("is refused completely with a domain of another company, which is named", async () => {
    await create({ name: "Kestrel Outdoor", domains: ["kestrel.test"] });
    const name = newName();
    const refusal = await refusalOf(create({ name, domains: ["own.test", "kestrel.test"] }));
    expect(refusal.code).toBe("domain_taken");
    expect(refusal.details.fields).toEqual([
      { field: "domains", message: "kestrel.test already belongs to Kestrel Outdoor." },
    ]);
    expect((await listCompanies(deps, { ...list, search: name })).companies).toEqual([]);
    expect(await pickDomains(deps, { search: "own.test" })).toEqual([]);
  });

  test("gives a domain requested twice at the same time to one of them", async () => {
    const results = await Promise.allSettled([
      create({ domains: ["raced.test"] }),
      create({ domains: ["raced.test"] }),
    ]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }) => reason.code)).toEqual(["domain_taken"]);
  });

  test("is refused with an agent at the limit of companies", async () => {
    const agent = await agentOf();
    const companies = Array.from({ length: userLimits.companies }, () => ({
      ...{ id: Bun.randomUUIDv7(), name: newName() },
    }));
    await database.db.insertInto("companies").values(companies).execute();
    const given = companies.map(({ id }) => ({ user_id: agent.id, company_id: id }));
    await database.db.insertInto("user_companies").values(given).execute();
    const name = newName();
    const refusal = await refusalOf(create({ name, agentIds: [agent.id] }));
    expect(refusal.details.fields?.[0]).toMatchObject({
      field: "agentIds",
      message: expect.stringContaining("200 companies"),
    });
    expect((await listCompanies(deps, { ...list, search: name })).companies).toEqual([]);
  });

  test("is refused with an agent who sees all companies, or with a customer", async () => {
    for (const user of [
      await insertUser(database.db, { role: "Agent" }),
      await insertUser(database.db),
    ]) {
      const refusal = await refusalOf(create({ agentIds: [user.id] }));
      expect(refusal.details.fields?.[0]?.field).toBe("agentIds");
    }
  });
});

const list = { sort: "name", descending: false, limit: 50 } as const;

describe("changing a company", () => {
  test("audits only the changed fields", async () => {
    const { id } = await create({ domains: ["old.test"] });
    await update(id, { notes: "Call before noon.", addDomains: ["new.test"] });
    await update(id, { notes: "Call before noon." });
    const after = await update(id, { removeDomains: ["old.test"], name: "Renamed Ltd" });
    expect(after).toMatchObject({
      ...{ name: "Renamed Ltd", notes: "Call before noon.", domains: ["new.test"] },
    });
    expect((await actsOn(id)).slice(1)).toEqual([
      "company.updated notes domains",
      "company.updated name domains",
    ]);
  });

  test("is refused if someone else changed the same field", async () => {
    const { id, name } = await create();
    await update(id, { name: "Theirs GmbH" }, { name });
    const refusal = await refusalOf(update(id, { name: "Mine GmbH" }, { name }));
    expect(refusal.code).toBe("company_conflict");
    expect(refusal.details.fields).toEqual([
      { field: "name", message: "Someone else changed this to “Theirs GmbH”." },
    ]);
    // The same value is no conflict, nor is another field.
    await update(id, { name: "Theirs GmbH" }, { name });
    await update(id, { notes: "Mine" }, { notes: "" });
    expect(await getCompany(deps, id)).toMatchObject({ name: "Theirs GmbH", notes: "Mine" });
  });

  test("is refused for an unknown company", async () => {
    const refusal = await refusalOf(update(Bun.randomUUIDv7(), { name: newName() }));
    expect(refusal.code).toBe("not_found");
  });
});

describe("an archived company", () => {
  let company: CompanyRow;
  let customer: UserRow;
  let mine: JobDeps;
  let ticketId: string;

  beforeAll(async () => {
    company = await insertCompany(database.db, { name: "Old Mill" });
    customer = await insertUser(database.db, { companies: [company.id] });
    mine = await actingAs(database.db, customer);
    ticketId = (await open(mine, company)).ticket.id;
    await update(company.id, { state: "archived" });
  });

  test("refuses new tickets from customers and staff with the reason", async () => {
    const without = { requestId: Bun.randomUUIDv7(), subject: "Help", body: "Words" };
    for (const refused of [
      () => open(mine, company),
      () => createTicket(mine, without),
      () => open(deps, company, customer),
    ]) {
      const refusal = await refusalOf(refused());
      expect(refusal.code).toBe("company_archived");
      expect(refusal.message).toBe("Old Mill is archived. You can't open new tickets there.");
      expect(refusal.details.fields?.[0]?.field).toBe("companyId");
    }
  });

  test("cannot be set for tickets, follow-ups or splits", async () => {
    const elsewhere = await insertTicket(database.db, { requester_id: customer.id });
    const moved = updateTicket(deps, change(elsewhere, { companyId: company.id }));
    expect((await refusalOf(moved)).code).toBe("company_archived");

    const closed = await insertTicket(database.db, {
      ...{ requester_id: customer.id, company_id: company.id, status: "closed" },
    });
    const again = replyToTicket(mine, {
      ...{ requestId: Bun.randomUUIDv7(), id: closed.id, body: "Once more" },
    });
    expect((await refusalOf(again)).code).toBe("company_archived");

    const message = await insertMessage(database.db, {
      ...{ ticket_id: ticketId, author_id: customer.id },
    });
    const split = splitTicket(deps, {
      ...{ requestId: Bun.randomUUIDv7(), id: ticketId, messageIds: [message.id], subject: "Two" },
    });
    expect((await refusalOf(split)).code).toBe("company_archived");
  });

  test("keeps its tickets readable and answerable, and is not offered in pickers", async () => {
    const { tickets } = await listTickets(mine, {
      ...{ view: "all", sort: "updated", descending: true, limit: 50 },
    });
    expect(tickets.map(({ id }) => id)).toContain(ticketId);
    await replyToTicket(deps, { requestId: Bun.randomUUIDv7(), id: ticketId, body: "Done" });
    const offered = await pickCompanies(deps, { search: "Old Mill" });
    expect(offered).toEqual([]);
  });

  test("is skipped for a customer with one other company", async () => {
    const other = await insertCompany(database.db);
    const both = await insertUser(database.db, { companies: [company.id, other.id] });
    const { ticket } = await createTicket(await actingAs(database.db, both), {
      ...{ requestId: Bun.randomUUIDv7(), subject: "Help", body: "Words" },
    });
    expect(ticket.company?.id).toBe(other.id);
  });

  test("can be restored and accepts tickets again", async () => {
    await update(company.id, { state: "active" }, { state: "archived" });
    await open(mine, company);
    expect(await actsOn(company.id)).toEqual(["company.archived state", "company.restored state"]);
  });

  test("refuses tickets that were begun before it was archived", async () => {
    const one = await insertCompany(database.db, { name: "Slow Mill" });
    const by = await actingAs(database.db, await insertUser(database.db, { companies: [one.id] }));
    const opened = actDuring(
      database,
      (tx) =>
        tx.updateTable("companies").set({ state: "archived" }).where("id", "=", one.id).execute(),
      () => open(by, one),
    );
    expect((await refusalOf(opened)).code).toBe("company_archived");
  });

  test("refuses tickets opened while it is being archived", async () => {
    for (let round = 0; round < 6; round += 1) {
      const one = await insertCompany(database.db);
      const asking = await insertUser(database.db, { companies: [one.id] });
      const by = await actingAs(database.db, asking);
      const [archived, opened] = await Promise.allSettled([
        update(one.id, { state: "archived" }),
        open(by, one),
      ]);
      expect(archived.status).toBe("fulfilled");
      if (opened.status === "rejected") expect(opened.reason.code).toBe("company_archived");
      expect((await refusalOf(open(by, one))).code).toBe("company_archived");
    }
  });
});

describe("agents", () => {
  test("gain access immediately when assigned and lose it when unassigned", async () => {
    const company = await insertCompany(database.db);
    const agent = await agentOf();
    const customer = await insertUser(database.db, { companies: [company.id] });
    const ticket = await insertTicket(database.db, {
      ...{ requester_id: customer.id, company_id: company.id, status: "open" },
      followers: [],
    });
    const seen = async () => {
      const { tickets } = await listTickets(await actingAs(database.db, agent), {
        ...{ view: "all", sort: "updated", descending: true, limit: 50 },
      });
      return tickets.map(({ id }) => id);
    };
    const input = { id: company.id, userId: agent.id };
    expect(await seen()).toEqual([]);
    const after = await assignAgent(deps, { ...input, assigned: true });
    expect(after.agents.map(({ id }) => id)).toEqual([agent.id]);
    expect(await seen()).toEqual([ticket.id]);
    await updateTicket(deps, change(ticket, { assigneeId: agent.id, addFollowers: [agent.id] }));
    await assignAgent(deps, { ...input, assigned: false });
    await assignAgent(deps, { ...input, assigned: false });
    expect(await seen()).toEqual([]);
    const row = await database.db
      .selectFrom("tickets")
      .select("assignee_id")
      .where("id", "=", ticket.id)
      .executeTakeFirstOrThrow();
    expect(row.assignee_id).toBeNull();
    const followers = await database.db
      .selectFrom("ticket_people")
      .select("user_id")
      .where("user_id", "is not", null)
      .where("ticket_id", "=", ticket.id)
      .execute();
    expect(followers).toEqual([{ user_id: customer.id }]);
    expect(await actsOn(company.id)).toEqual([
      "company.agent-added agents",
      "company.agent-removed agents",
    ]);
  });

  test("with all companies are listed separately and cannot be assigned", async () => {
    const company = await create();
    const all = await insertUser(database.db, { role: "Agent", first_name: "Allison" });
    const assigned = await agentOf(company.id);
    const found = await getCompany(deps, company.id);
    expect(found.agents.map(({ id }) => id)).toEqual([assigned.id]);
    expect(found.agentsOfAll.map(({ id }) => id)).toContain(all.id);
    expect(found.agentCount).toBe(1);
    const refusal = await refusalOf(
      assignAgent(deps, { id: company.id, userId: all.id, assigned: true }),
    );
    expect(refusal.message).toMatch(/already sees all companies/);
    const offered = await pickAgents(deps, { id: company.id });
    expect(offered.map(({ id }) => id)).not.toContain(all.id);
    expect(offered.map(({ id }) => id)).not.toContain(assigned.id);
  });
});

describe("members", () => {
  test("join with access to their own tickets unless more is given, and leave", async () => {
    const company = await create();
    const friend = await insertUser(database.db, { first_name: "Mira", last_name: "Holm" });
    const input = { id: company.id, userId: friend.id };
    const members = async () => (await listMembers(deps, { id: company.id, limit: 50 })).members;
    expect((await pickMembers(deps, { id: company.id, search: "mira holm" })).length).toBe(1);
    await setMember(deps, { ...input, member: true });
    expect(await members()).toMatchObject([{ name: "Mira Holm", seesAllTickets: false }]);
    await setMember(deps, { ...input, member: true, seesAllTickets: true });
    expect(await members()).toMatchObject([{ seesAllTickets: true }]);
    // Repeated without it, nothing changes.
    await setMember(deps, { ...input, member: true });
    expect(await members()).toMatchObject([{ seesAllTickets: true }]);
    const { memberCount } = await setMember(deps, { ...input, member: false });
    expect(memberCount).toBe(0);
    expect((await actsOn(company.id)).slice(1)).toEqual([
      "company.member-added members",
      "company.member-changed members",
      "company.member-removed members",
    ]);
  });

  test("cannot be staff", async () => {
    const company = await create();
    const agent = await agentOf();
    const refusal = await refusalOf(
      setMember(deps, { id: company.id, userId: agent.id, member: true }),
    );
    expect(refusal.message).toMatch(/isn't a customer/);
  });

  test("a new customer joins by email domain with access to their own tickets", async () => {
    const company = await create({ domains: ["joiners.test"] });
    const join = (email: string) =>
      createUser(deps, { firstName: "New", lastName: "One", email, role: "Customer" });
    const joined = await join("new.one@Joiners.TEST");
    expect(joined.companies).toEqual([
      { id: company.id, name: company.name, seesAllTickets: false },
    ]);
    expect((await join("two@sub.joiners.test")).companies).toEqual([]);
    await update(company.id, { state: "archived" });
    expect((await join("three@joiners.test")).companies).toEqual([]);
  });

  test("are paged", async () => {
    const company = await create();
    for (let index = 0; index < 5; index += 1) {
      await insertUser(database.db, { first_name: `M${index}`, companies: [company.id] });
    }
    await agentOf(company.id);
    await database.db
      .updateTable("users")
      .set({ email: "Four@reach.test" })
      .where("first_name", "=", "M4")
      .execute();
    for (const [search, name] of [
      ["m3 pers", "M3"],
      ["m four@REACH", "M4"],
    ] as const) {
      const called = await listMembers(deps, { id: company.id, limit: 9, search });
      expect(called.members.map((member) => member.name.slice(0, 2))).toEqual([name]);
    }
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listMembers(deps, { id: company.id, limit: 2, cursor });
      found.push(...page.members.map(({ name }) => name.slice(0, 2)));
      cursor = page.nextCursor;
    } while (cursor);
    expect(found).toEqual(["M0", "M1", "M2", "M3", "M4"]);
  });
});

describe("the list", () => {
  test("filters by agent, no agent, domain and no domain", async () => {
    const [agent, other] = [await agentOf(), await agentOf()];
    const [one, two, three] = [
      await create({ name: "Narrow one", agentIds: [agent.id], domains: ["narrow.test"] }),
      await create({ name: "Narrow two" }),
      await create({ name: "Narrow zero", agentIds: [other.id], domains: ["other.test"] }),
    ];
    // Neither is assigned: one is a member, the other sees all companies.
    await insertUser(database.db, { companies: [two.id] });
    await insertUser(database.db, { role: "Agent", company_scope: "all", companies: [two.id] });
    const names = async (input: object) => {
      const page = await listCompanies(deps, { ...list, search: "narrow", ...input });
      return page.companies.map(({ name }) => name);
    };
    expect(await names({})).toEqual([one.name, two.name, three.name]);
    expect(await names({ agent: agent.id })).toEqual([one.name]);
    expect(await names({ agent: "none" })).toEqual([two.name]);
    expect(await names({ domain: "Narrow.test" })).toEqual([one.name]);
    expect(await names({ domain: "none" })).toEqual([two.name]);
  });
});
