import { afterAll, beforeAll, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTeam,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { pickAssignees, pickRequesters } from "./pick-people.ts";
import { pickCompanies, pickTags, pickTeams } from "./pickers.ts";

let database: TestDatabase;
let acme: CompanyRow;
let other: CompanyRow;
let agent: UserRow;
let ofAcme: UserRow;
let ofOther: UserRow;
let customer: UserRow;
let stranger: UserRow;
let ticket: TicketRow;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  acme = await insertCompany(db, { name: "Acme" });
  other = await insertCompany(db, { name: "Other" });
  await insertCompany(db, { name: "Acme of old", state: "archived" });
  const assigned = { role: "Agent", company_scope: "assigned" } as const;
  agent = await insertUser(db, { role: "Agent", first_name: "Maya" });
  ofAcme = await insertUser(db, { ...assigned, first_name: "Ben", companies: [acme.id] });
  ofOther = await insertUser(db, { ...assigned, first_name: "Cleo", companies: [other.id] });
  await insertUser(db, { role: "Agent", first_name: "Gone", state: "disabled" });
  customer = await insertUser(db, { first_name: "Zoë", companies: [acme.id, other.id] });
  stranger = await insertUser(db, { first_name: "Olaf", companies: [other.id] });
  ticket = await insertTicket(db, {
    ...{ requester_id: customer.id, company_id: acme.id, tags: ["printer"] },
  });
  await insertTicket(db, {
    ...{ requester_id: stranger.id, company_id: other.id, tags: ["private"] },
  });
  await insertTeam(db, { name: "Billing" });
}, 60_000);
afterAll(() => database.drop());

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test("assignees are active staff within the ticket's scope, oneself first", async () => {
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

test("requesters are customers of the ticket's company, or of all that one sees", async () => {
  const wide = await actingAs(database.db, agent);
  expect(ids(await pickRequesters(wide, { search: "" })).sort()).toEqual(
    [customer.id, stranger.id].sort(),
  );
  expect(ids(await pickRequesters(wide, { search: "zoe" }))).toEqual([customer.id]);
  const narrow = await actingAs(database.db, ofAcme);
  const [seen, ...rest] = await pickRequesters(narrow, { search: "" });
  expect(rest).toEqual([]);
  // That the customer belongs elsewhere too is none of their business.
  expect(seen).toMatchObject({ id: customer.id, companies: [{ id: acme.id, name: "Acme" }] });
});

test("companies and tags are offered inside the scope alone", async () => {
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

test("for a ticket or a company that one does not see there is nobody to pick", async () => {
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
