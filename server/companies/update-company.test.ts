import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { companyLimits } from "../../shared/companies.ts";
import type { UpdateCompanyInput } from "../../shared/schemas/companies.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
} from "../../tests/support/builders.ts";
import { countLiveEvents, linesOn } from "../../tests/support/stored.ts";
import type { Tx } from "../db/database.ts";
import { createCompany, deleteCompany, updateCompany } from "./update-company.ts";

const { database, deps } = setUpAdminDesk();

const update = (
  { id }: { id: string },
  patch: UpdateCompanyInput["patch"],
  base: UpdateCompanyInput["base"] = {},
) => updateCompany(deps, { id, patch, base });
const create = (given: Partial<Parameters<typeof createCompany>[1]> = {}) =>
  createCompany(deps, {
    ...{ requestId: Bun.randomUUIDv7(), name: `Company ${Bun.randomUUIDv7()}` },
    ...given,
  });
const rowOf = ({ id }: { id: string }) =>
  database.db.selectFrom("companies").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const domainsOf = async ({ id }: { id: string }) =>
  (
    await database.db
      .selectFrom("company_domains")
      .select("domain")
      .where("company_id", "=", id)
      .orderBy("domain")
      .execute()
  ).map(({ domain }) => domain);
const fieldsOf = async (call: Promise<unknown>) =>
  (await refusalOf(call)).details.fields?.map(({ field, message }) => `${field}: ${message}`);

describe("a change of a company", () => {
  test("affects one company, is audited without its notes, and notifies once", async () => {
    const [company, other] = [await insertCompany(database.db), await insertCompany(database.db)];
    const before = await rowOf(other);
    const told = await countLiveEvents(database.db, "companies");
    await update(company, { name: "Renamed", notes: "Long words", state: "archived" });
    expect(await countLiveEvents(database.db, "companies")).toBe(told + 1);
    expect(await rowOf(company)).toMatchObject({ name: "Renamed", state: "archived" });
    expect(await rowOf(other)).toEqual(before);
    const line = { by: deps.actor.id, of: company.id };
    expect(await linesOn(database.db, company.id)).toEqual([
      {
        ...{ ...line, act: "company.archived", fields: ["name", "notes", "state"] },
        before: { name: company.name, state: "active" },
        after: { name: "Renamed", state: "archived" },
      },
    ]);
  });

  test("of its notes notifies all staff, since tickets show them", async () => {
    const company = await insertCompany(database.db);
    const told = await countLiveEvents(database.db, "settings");
    await update(company, { state: "archived" });
    expect(await countLiveEvents(database.db, "settings")).toBe(told);
    await update(company, { notes: "Recalls go first." });
    expect(await countLiveEvents(database.db, "settings")).toBe(told + 1);
  });

  test("without an effect notifies no one", async () => {
    const company = await insertCompany(database.db);
    const told = await countLiveEvents(database.db, "companies");
    await update(company, { name: company.name, notes: undefined, addDomains: [] });
    expect(await countLiveEvents(database.db, "companies")).toBe(told);
    expect(await linesOn(database.db, company.id)).toEqual([]);
  });

  test.each([
    ["name", { name: "Mine" }, "name: Someone else changed this to “Theirs”."],
    ["notes", { notes: "Mine" }, "notes: Someone else changed the notes."],
    ["state", { state: "active" }, "state: Someone else changed this to “archived”."],
  ] as const)("of a %s that someone else changed is refused", async (_, patch, told) => {
    const given = { name: "Theirs", notes: "Theirs", state: "archived" } as const;
    const company = await insertCompany(database.db, given);
    const base = { name: "Before", notes: "", state: "active" } as const;
    expect(await fieldsOf(update(company, patch, base))).toEqual([told]);
    // Fields without a seen value are not compared.
    await update(company, patch);
    await update(company, { name: `No longer ${company.id}` });
  });

  test("that committed a moment ago is not overwritten", async () => {
    const company = await insertCompany(database.db);
    const rename = database.db.updateTable("companies").set({ notes: "Quicker" });
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(rename.where("id", "=", company.id).compile()),
      () => fieldsOf(update(company, { notes: "Late" }, { notes: "" })),
    );
    expect(late).toEqual(["notes: Someone else changed the notes."]);
  });

  test("of its name locks its people first, in the same order as changes of people", async () => {
    const company = await insertCompany(database.db);
    const member = await insertUser(database.db, { companies: [company.id] });
    const lock = (tx: Tx, table: "users" | "companies", id: string) =>
      sql`select from ${sql.table(table)} where id = ${id} for update nowait`.execute(tx);
    await actDuring(
      database,
      (tx) => lock(tx, "users", member.id),
      () => update(company, { name: `Renamed ${company.id}` }),
      (tx) => lock(tx, "companies", company.id),
    );
    expect((await rowOf(company)).name).toBe(`Renamed ${company.id}`);
  });

  test("of a merged company, or during a merge, is refused", async () => {
    const [into, gone, going] = [
      await insertCompany(database.db),
      await insertCompany(database.db),
      await insertCompany(database.db, { state: "archived" }),
    ];
    const set = (company: CompanyRow, values: object) =>
      database.db.updateTable("companies").set(values).where("id", "=", company.id).execute();
    await set(gone, { state: "merged", merged_into_id: into.id });
    await set(going, { merging_into_id: into.id });
    expect((await refusalOf(update(gone, { notes: "x" }))).code).toBe("not_found");
    const back = await refusalOf(update(going, { state: "active" }));
    expect([back.code, back.message]).toEqual([
      "companies_not_mergeable",
      "This company is being merged into another one. Stop that merge first.",
    ]);
    await update(going, { notes: "Fine" });
    await update(into, { state: "archived" });
    await update(into, { state: "active" });
    expect((await linesOn(database.db, into.id)).map(({ act }) => act)).toEqual([
      ...["company.archived", "company.restored"],
    ]);
  });

  test("to a taken name is refused at its field", async () => {
    const [one, other] = [await insertCompany(database.db), await insertCompany(database.db)];
    const refusal = await refusalOf(update(one, { name: other.name.toUpperCase() }));
    expect(refusal.code).toBe("company_name_taken");
    expect(refusal.details.fields?.map(({ field }) => field)).toEqual(["name"]);
  });
});

describe("mail domains", () => {
  test("are added and removed for one company, and audited", async () => {
    const company = await insertCompany(database.db, { domains: ["one.test", "two.test"] });
    const other = await insertCompany(database.db, { domains: ["other.test"] });
    await update(company, { removeDomains: ["two.test", "other.test"] });
    await update(company, { addDomains: ["three.test", "one.test", "three.test"] });
    expect(await domainsOf(company)).toEqual(["one.test", "three.test"]);
    expect(await domainsOf(other)).toEqual(["other.test"]);
    expect(await linesOn(database.db, company.id)).toMatchObject([
      { fields: ["domains"], before: { domains: ["two.test", "other.test"] }, after: {} },
      { fields: ["domains"], before: {}, after: { domains: expect.any(Array) } },
    ]);
    const [removed, added] = await linesOn(database.db, company.id);
    expect([removed?.after, added?.before]).toEqual([{}, {}]);
  });

  test("of other companies are named in order, and the change is refused completely", async () => {
    const [one, two] = [
      await insertCompany(database.db, { name: "One Ltd", domains: ["b.test"] }),
      await insertCompany(database.db, { name: "Two Ltd", domains: ["a.test"] }),
    ];
    const company = await insertCompany(database.db, { domains: ["mine.test"] });
    const addDomains = ["b.test", "mine.test", "c.test", "a.test"];
    expect(await fieldsOf(update(company, { addDomains, notes: "x" }))).toEqual([
      `domains: a.test already belongs to ${two.name}.`,
      `domains: b.test already belongs to ${one.name}.`,
    ]);
    expect(await domainsOf(company)).toEqual(["mine.test"]);
    expect(await rowOf(company)).toMatchObject({ notes: "" });
  });

  test("are limited per company", async () => {
    const { domains: most } = companyLimits;
    const many = (from: string) => Array.from({ length: most }, (_, at) => `${from}${at}.test`);
    await insertCompany(database.db, { domains: many("x") });
    const company = await insertCompany(database.db);
    await update(company, { addDomains: many("y") });
    expect(await fieldsOf(update(company, { addDomains: ["more.test"] }))).toEqual([
      `domains: A company can have at most ${most} email domains.`,
    ]);
    expect(await domainsOf(company)).toHaveLength(most);
  });
});

describe("a new company", () => {
  test("is audited with its values and notifies once", async () => {
    const scope = { role: "Agent", company_scope: "assigned" } as const;
    const agent = await insertUser(database.db, scope);
    const told = await countLiveEvents(database.db, "companies");
    const { id, name } = await create({ domains: ["new.test"], agentIds: [agent.id, agent.id] });
    expect(await countLiveEvents(database.db, "companies")).toBe(told + 1);
    expect(await linesOn(database.db, id)).toMatchObject([
      {
        ...{ act: "company.created", by: deps.actor.id, before: null },
        ...{ after: { name, domains: ["new.test"], agents: [agent.id] } },
      },
    ]);
    const plain = await create();
    expect([plain.notes, plain.agents]).toEqual(["", []]);
  });

  test("accepts only agents with scope assigned", async () => {
    const scope = { role: "Agent", company_scope: "assigned" } as const;
    const fine = await insertUser(database.db, scope);
    const gone = { deleted_at: new Date(), state: "disabled", email: null } as const;
    const others = [
      Bun.randomUUIDv7(),
      (await insertUser(database.db, { ...scope, state: "disabled" })).id,
      (await insertUser(database.db, { ...scope, company_scope: "all" })).id,
      (await insertUser(database.db, { ...scope, ...gone })).id,
      (await insertUser(database.db)).id,
    ];
    for (const other of others) {
      expect(await fieldsOf(create({ agentIds: [fine.id, other] }))).toEqual([
        "agentIds: One of these users is no longer an agent with assigned companies.",
      ]);
    }
  });

  test("refuses an agent disabled a moment ago", async () => {
    const scope = { role: "Agent", company_scope: "assigned" } as const;
    const agent = await insertUser(database.db, scope);
    const disable = database.db.updateTable("users").set({ state: "disabled" });
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(disable.where("id", "=", agent.id).compile()),
      () => fieldsOf(create({ agentIds: [agent.id] })),
    );
    expect(late).toHaveLength(1);
  });
});

describe("deleting a company", () => {
  test("removes it with its domains and memberships; members stay, its name is free", async () => {
    const { db } = database;
    const company = await create({ name: "Short Lived", domains: ["short.test"] });
    const member = await insertUser(db);
    await db
      .insertInto("user_companies")
      .values({ user_id: member.id, company_id: company.id })
      .execute();
    expect(await deleteCompany(deps, company.id)).toEqual({ id: company.id });
    expect(await domainsOf(company)).toEqual([]);
    const memberships = await db
      .selectFrom("user_companies")
      .select("user_id")
      .where("user_id", "=", member.id)
      .execute();
    expect(memberships).toEqual([]);
    expect(await linesOn(db, company.id)).toContainEqual(
      expect.objectContaining({ act: "company.deleted" }),
    );
    await create({ name: "Short Lived", domains: ["short.test"] });
    expect((await refusalOf(deleteCompany(deps, company.id))).code).toBe("not_found");
  });

  test("is refused while it has a ticket or a merged company", async () => {
    const { db } = database;
    const [used, target] = [await create(), await create()];
    await insertTicket(db, { requester_id: (await insertUser(db)).id, company_id: used.id });
    await insertCompany(db, { state: "merged", merged_into_id: target.id });
    for (const { id } of [used, target]) {
      expect((await refusalOf(deleteCompany(deps, id))).code).toBe("company_in_use");
    }
  });
});
