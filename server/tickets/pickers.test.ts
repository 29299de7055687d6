import { beforeAll, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTeam,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { pickAssignees, pickCompanies, pickRequesters, pickTags, pickTeams } from "./pickers.ts";

const database = setUpTestDatabase();
let acme: CompanyRow;
let other: CompanyRow;
let agent: UserRow;
let ofAcme: UserRow;
let ofOther: UserRow;
let customer: UserRow;
let stranger: UserRow;
let ticket: TicketRow;

beforeAll(async () => {
  const { db } = database;
  acme = await insertCompany(db, { name: "Acme" });
  other = await insertCompany(db, { name: "Other" });
  const old = await insertCompany(db, { name: "Acme of old", state: "archived" });
  const assigned = { role: "Agent", company_scope: "assigned" } as const;
  agent = await insertUser(db, { role: "Agent", first_name: "Maya" });
  ofAcme = await insertUser(db, { ...assigned, first_name: "Ben", companies: [acme.id] });
  ofOther = await insertUser(db, { ...assigned, first_name: "Cleo", companies: [other.id] });
  await insertUser(db, { role: "Agent", first_name: "Gone", state: "disabled" });
  customer = await insertUser(db, { first_name: "Zoë", companies: [other.id, acme.id, old.id] });
  stranger = await insertUser(db, { first_name: "Olaf", companies: [other.id] });
  ticket = await insertTicket(db, {
    ...{ requester_id: customer.id, company_id: acme.id, tags: ["printer"] },
  });
  await insertTicket(db, {
    ...{ requester_id: stranger.id, company_id: other.id, tags: ["private"] },
  });
  await insertTeam(db, { name: "Billing" });
}, 60_000);

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test("assignees are active staff within the ticket's scope, the reader first", async () => {
  const deps = await actingAs(database.db, agent);
  expect(ids(await pickAssignees(deps, { search: "", ticketId: ticket.id }))).toEqual([
    agent.id,
    ofAcme.id,
  ]);
  const byCompany = await pickAssignees(deps, { search: "cleo", companyId: other.id });
  expect(ids(byCompany)).toEqual([ofOther.id]);
  expect(ids(await pickAssignees(deps, { search: "cleo" }))).toEqual([]);
  expect(ids(await pickAssignees(deps, { search: "%", ticketId: ticket.id }))).toEqual([]);
});

test("requesters are customers of the ticket's company, or of all that the reader sees", async () => {
  const wide = await actingAs(database.db, agent);
  expect(ids(await pickRequesters(wide, { search: "" })).sort()).toEqual(
    [customer.id, stranger.id].sort(),
  );
  const [zoe] = await pickRequesters(wide, { search: "zoe" });
  expect(zoe?.companies.map(({ name }) => name)).toEqual(["Acme", "Other"]);
  expect(ids(await pickRequesters(wide, { search: "", ticketId: ticket.id }))).toEqual([
    customer.id,
  ]);
  expect(ids(await pickRequesters(wide, { search: "", companyId: other.id })).sort()).toEqual(
    [customer.id, stranger.id].sort(),
  );
  const narrow = await actingAs(database.db, ofAcme);
  const [seen, ...rest] = await pickRequesters(narrow, { search: "" });
  expect(rest).toEqual([]);
  // The agent does not learn that the customer belongs elsewhere too.
  expect(seen).toMatchObject({ id: customer.id, companies: [{ id: acme.id, name: "Acme" }] });
});

test("a requester is found by their phone number, and no colleague is", async () => {
  const { db } = database;
  const set = (user: UserRow, phone: string | null) =>
    db.updateTable("users").set({ phone }).where("id", "=", user.id).execute();
  for (const user of [customer, stranger, ofAcme]) await set(user, "+46 31 555 01 88");
  const wide = await actingAs(db, agent);
  const search = "031-555 0188";
  expect(ids(await pickRequesters(wide, { search })).sort()).toEqual(
    [customer.id, stranger.id].sort(),
  );
  expect(ids(await pickRequesters(wide, { search: "zoe 0188" }))).toEqual([customer.id]);
  expect(ids(await pickRequesters(wide, { search: "olaf 188" }))).toEqual([]);
  const narrow = await actingAs(db, ofAcme);
  expect(ids(await pickRequesters(narrow, { search }))).toEqual([customer.id]);
  expect(await pickAssignees(wide, { search, companyId: acme.id })).toEqual([]);
  // Saved as it is dialled at home, it is found by the number that their call shows.
  await set(customer, "031-555 01 88");
  const shown = ["+46 31 555 01 88", "0046315550188"];
  for (const search of shown) expect(ids(await pickRequesters(narrow, { search }))).toHaveLength(1);
  expect(ids(await pickRequesters(narrow, { search: "+46 8 555 01 88" }))).toEqual([]);
  for (const user of [customer, stranger, ofAcme]) await set(user, null);
});

test("companies and tags are offered only within the scope", async () => {
  const narrow = await actingAs(database.db, ofAcme);
  const wide = await actingAs(database.db, agent);
  const theirs = await actingAs(database.db, stranger);
  expect(await pickCompanies(narrow, { search: "" })).toEqual([{ id: acme.id, name: "Acme" }]);
  expect((await pickCompanies(wide, { search: "" })).length).toBe(2);
  expect(ids(await pickCompanies(theirs, { search: "" }))).toEqual([other.id]);
  expect(await pickTags(narrow, { search: "pri" })).toEqual(["printer"]);
  expect(await pickTags(wide, { search: "pri" })).toEqual(["printer", "private"]);
  expect((await pickTeams(narrow, { search: "bill" })).map(({ name }) => name)).toEqual([
    "Billing",
  ]);
});

test("a ticket or company that the reader cannot see offers no one", async () => {
  const deps = await actingAs(database.db, ofOther);
  for (const input of [
    { search: "", ticketId: ticket.id },
    { search: "", companyId: acme.id },
    { search: "", ticketId: Bun.randomUUIDv7() },
  ]) {
    expect((await refusalOf(pickAssignees(deps, input))).code).toBe("not_found");
    expect((await refusalOf(pickRequesters(deps, input))).code).toBe("not_found");
  }
});

test("names that begin with the search text come first, then by name, up to the limit of a list", async () => {
  const { db } = database;
  const deps = await actingAs(db, agent);
  const person = (first_name: string, last_name: string, given: object = {}) =>
    insertUser(db, { first_name, last_name, ...given });
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  for (const given of [{ role: "Agent" }, {}]) {
    await person("Joanna", "Ash", given);
    await person("Anna", "Beck", given);
    await person("Anna", "adler", given);
    await person("Ann", "Zed", { ...given, state: given.role ? "active" : "invited" });
    await person("Annika", "Gone", { ...given, state: "disabled" });
  }
  await person("Annette", "Invited", { role: "Agent", state: "invited" });
  const inOrder = ["Ann Zed", "Anna adler", "Anna Beck", "Joanna Ash"];
  expect(names(await pickAssignees(deps, { search: "ann" }))).toEqual(inOrder);
  expect(names(await pickRequesters(deps, { search: "ann" }))).toEqual(inOrder);
  const [ash] = await pickRequesters(deps, { search: "joanna" });
  expect(names(await pickRequesters(deps, { search: ash?.email?.toUpperCase() ?? "" }))).toEqual([
    "Joanna Ash",
  ]);
  expect(await pickRequesters(deps, { search: "ann zebra" })).toEqual([]);
  for (const name of ["Big Harbour", "Harbour B", "harbour a"]) await insertCompany(db, { name });
  expect(names(await pickCompanies(deps, { search: " harbour" }))).toEqual([
    ...["harbour a", "Harbour B", "Big Harbour"],
  ]);
  await insertTicket(db, { requester_id: customer.id, tags: ["apricot", "price", "app pricing"] });
  expect(await pickTags(deps, { search: "pri" })).toEqual([
    ...["price", "printer", "private", "app pricing", "apricot"],
  ]);
  for (let made = 0; made < 21; made += 1) await insertTeam(db, { name: `Night ${made}` });
  expect(await pickTeams(deps, { search: "night" })).toHaveLength(20);
});

test("the search text decides the order: surnames that begin with it come next, also for the reader", async () => {
  const colleague = (first_name: string, last_name: string) =>
    insertUser(database.db, { first_name, last_name, role: "Agent", company_scope: "all" });
  const deps = await actingAs(database.db, await colleague("Mark", "Lund"));
  await colleague("Ari", "Best");
  await colleague("Bo", "Arvid");
  await colleague("Clara", "Best");
  const found = await pickAssignees(deps, { search: "ar" });
  const expected = ["Ari Best", "Bo Arvid", "Mark Lund", "Clara Best"];
  expect(found.map(({ name }) => name).filter((name) => expected.includes(name))).toEqual(expected);
});

test("a ticket without a company offers only staff who see all of them", async () => {
  const { db } = database;
  const deps = await actingAs(db, agent);
  const { id: ticketId } = await insertTicket(db, { requester_id: customer.id });
  const admin = await insertUser(db, { role: "Super Admin" });
  for (const whose of [{ ticketId }, { ticketId: ticket.id }]) {
    const offered = ids(await pickAssignees(deps, { search: "", ...whose }));
    expect(offered).toEqual(expect.arrayContaining([agent.id, admin.id]));
  }
  expect(ids(await pickAssignees(deps, { search: "", ticketId }))).not.toContain(ofAcme.id);
  // An agent of some companies cannot ask this; others can ask for another company.
  const narrow = await actingAs(db, ofAcme);
  expect((await refusalOf(pickAssignees(narrow, { search: "", ticketId }))).code).toBe("not_found");
  const asIf = { search: "", ticketId: ticket.id, companyId: null };
  expect(ids(await pickAssignees(deps, asIf))).not.toContain(ofAcme.id);
  const elsewhere = { search: "", ticketId: ticket.id, companyId: other.id };
  expect((await refusalOf(pickAssignees(narrow, elsewhere))).code).toBe("not_found");
});
