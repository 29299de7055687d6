import { beforeAll, describe, expect, test } from "bun:test";
import { userLimits } from "../../shared/users.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { countLiveEvents, linesOn, storedTicket } from "../../tests/support/stored.ts";
import { assignAgent, setMember } from "./people.ts";

const { database, deps } = setUpAdminDesk();
let one: CompanyRow;
let other: CompanyRow;
beforeAll(async () => {
  [one, other] = [await insertCompany(database.db), await insertCompany(database.db)];
}, 60_000);

const assigned = { role: "Agent", company_scope: "assigned" } as const;
const assign = (user: { id: string }, is = true, company: { id: string } = one) =>
  assignAgent(deps, { id: company.id, userId: user.id, assigned: is });
const join = (user: { id: string }, seesAllTickets?: boolean, company: { id: string } = one) =>
  setMember(deps, { id: company.id, userId: user.id, member: true, seesAllTickets });
const leave = (user: { id: string }, company: { id: string } = one) =>
  setMember(deps, { id: company.id, userId: user.id, member: false });
const companiesOf = async ({ id }: UserRow) => {
  const rows = await database.db
    .selectFrom("user_companies")
    .select(["company_id", "sees_all_tickets"])
    .where("user_id", "=", id)
    .execute();
  return new Map(rows.map((row) => [row.company_id, row.sees_all_tickets]));
};
const wordsOf = async (call: Promise<unknown>) => (await refusalOf(call)).message;
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const linesAbout = async (user: UserRow) =>
  (await linesOn(database.db, one.id)).filter(({ of }) => of === user.id);
/** In the maximum number of companies. */
async function withMany(given: Parameters<typeof insertUser>[1]): Promise<UserRow> {
  const companies = [];
  for (let made = 0; made < userLimits.companies; made += 1) {
    companies.push((await insertCompany(database.db)).id);
  }
  return await insertUser(database.db, { ...given, companies });
}

describe("an agent", () => {
  test("is assigned and unassigned one company, audited and notified once", async () => {
    const [agent, colleague] = [
      await insertUser(database.db, { ...assigned, companies: [other.id] }),
      await insertUser(database.db, { ...assigned, companies: [one.id] }),
    ];
    const told = await countLiveEvents(database.db, "companies");
    await assign(agent);
    await assign(agent);
    expect([...(await companiesOf(agent)).keys()].sort()).toEqual([one.id, other.id].sort());
    await assign(agent, false);
    await assign(agent, false);
    expect(await countLiveEvents(database.db, "companies")).toBe(told + 2);
    expect([...(await companiesOf(agent)).keys()]).toEqual([other.id]);
    expect([...(await companiesOf(colleague)).keys()]).toEqual([one.id]);
    const line = { by: deps.actor.id, of: agent.id, fields: ["agents"] };
    expect(await linesAbout(agent)).toMatchObject([
      { ...line, act: "company.agent-added" },
      { ...line, act: "company.agent-removed" },
    ]);
  });

  test("must have scope assigned; others are refused with the reason", async () => {
    const { db } = database;
    const named = { first_name: "Ana", last_name: "Ruiz" };
    const all = await insertUser(db, { role: "Agent", company_scope: "all", ...named });
    const disabled = await insertUser(db, { ...assigned, state: "disabled", ...named });
    const customer = await insertUser(db, named);
    expect(await wordsOf(assign(all))).toBe("Ana Ruiz already sees all companies.");
    expect(await wordsOf(assign(disabled))).toBe("Ana Ruiz is disabled.");
    expect(await wordsOf(assign(customer))).toBe("Ana Ruiz isn't an agent.");
    expect(await wordsOf(assign(customer, false))).toBe("Ana Ruiz isn't an agent.");
    const none = { state: "disabled", deleted_at: new Date(), email: null } as const;
    const gone = await insertUser(db, { ...assigned, ...none });
    for (const user of [gone, { id: Bun.randomUUIDv7() }]) {
      expect(await codeOf(assign(user))).toBe("not_found");
    }
  });

  test("cannot be assigned an unknown company", async () => {
    const agent = await insertUser(database.db, assigned);
    const missing = { id: Bun.randomUUIDv7() };
    expect(await codeOf(assign(agent, true, missing))).toBe("not_found");
    expect(await codeOf(assign(agent, false, missing))).toBe("not_found");
  });

  test("is limited in companies, but can be assigned one they already have", async () => {
    const agent = await withMany({ ...assigned, first_name: "Ana", last_name: "Ruiz" });
    expect(await wordsOf(assign(agent))).toBe(
      `Ana Ruiz already has the maximum of ${userLimits.companies} companies.`,
    );
    const [own = ""] = [...(await companiesOf(agent)).keys()];
    await assign(agent, true, { id: own });
    await assign(await insertUser(database.db, assigned));
  });
});

describe("a member", () => {
  test("joins, changes access and leaves one company, each audited", async () => {
    const [customer, friend] = [
      await insertUser(database.db, { companies: [other.id] }),
      await insertUser(database.db, { companies: [one.id] }),
    ];
    const told = await countLiveEvents(database.db, "companies");
    await join(customer);
    expect((await companiesOf(customer)).get(one.id)).toBe(false);
    await join(customer, false);
    await join(customer, true);
    await join(customer);
    expect(await companiesOf(customer)).toEqual(
      new Map([
        [other.id, false],
        [one.id, true],
      ]),
    );
    expect(await companiesOf(friend)).toEqual(new Map([[one.id, false]]));
    await leave(customer);
    await leave(customer);
    expect(await companiesOf(customer)).toEqual(new Map([[other.id, false]]));
    expect(await companiesOf(friend)).toEqual(new Map([[one.id, false]]));
    expect(await countLiveEvents(database.db, "companies")).toBe(told + 3);
    const line = { by: deps.actor.id, fields: ["members"], before: null };
    expect(await linesAbout(customer)).toMatchObject([
      { ...line, act: "company.member-added", after: {} },
      { ...line, act: "company.member-changed", after: { seesAllTickets: true } },
      { ...line, act: "company.member-removed", after: null },
    ]);
  });

  test("must be an existing customer of an existing company", async () => {
    const agent = await insertUser(database.db, { ...assigned, first_name: "Ana", last_name: "R" });
    expect(await wordsOf(join(agent))).toBe("Ana R isn't a customer.");
    expect(await codeOf(join({ id: Bun.randomUUIDv7() }))).toBe("not_found");
    const customer = await insertUser(database.db);
    expect(await codeOf(join(customer, false, { id: Bun.randomUUIDv7() }))).toBe("not_found");
  });

  test("is limited in companies, but can change access in each", async () => {
    const customer = await withMany({ first_name: "Ana", last_name: "Ruiz" });
    expect(await wordsOf(join(customer))).toBe(
      `Ana Ruiz already belongs to the maximum of ${userLimits.companies} companies.`,
    );
    const [own = ""] = [...(await companiesOf(customer)).keys()];
    await join(customer, true, { id: own });
    await join(await insertUser(database.db));
  });

  test("stops following tickets of a company they leave", async () => {
    const [customer, requester] = [
      await insertUser(database.db, { companies: [one.id] }),
      await insertUser(database.db, { companies: [one.id] }),
    ];
    const given = { company_id: one.id, requester_id: requester.id, followers: [customer.id] };
    const ticket = await insertTicket(database.db, given);
    await leave(customer);
    const people = database.db
      .selectFrom("ticket_people")
      .select("user_id")
      .where("user_id", "is not", null);
    expect(await people.where("ticket_id", "=", ticket.id).execute()).toEqual([
      { user_id: requester.id },
    ]);
    expect((await storedTicket(database.db, ticket.id)).requester_id).toBe(requester.id);
  });
});
