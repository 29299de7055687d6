import { beforeAll, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { readCompany, readPerson } from "./records.ts";

const database = setUpTestDatabase();
let acme: CompanyRow;
let kestrel: CompanyRow;
let ana: UserRow;
let stranger: UserRow;
let everywhere: UserRow;
let assigned: UserRow;

beforeAll(async () => {
  const { db } = database;
  acme = await insertCompany(db, { name: "Acme", notes: "Calls on Mondays" });
  kestrel = await insertCompany(db, { name: "Kestrel", notes: "Not for everyone" });
  ana = await insertUser(db, {
    ...{ first_name: "Ana", last_name: "Ruiz", email: "ana@acme.test" },
    companies: [acme.id, kestrel.id],
  });
  stranger = await insertUser(db, { companies: [kestrel.id] });
  everywhere = await insertUser(db, { role: "Agent", company_scope: "all" });
  assigned = await insertUser(db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [acme.id] },
  });
}, 60_000);

test("an agent sees a customer and their company, with the tickets of both in the agent's scope", async () => {
  const { db } = database;
  const at = new Date("2026-11-20T09:00:00.000Z");
  const of = { requester_id: ana.id, company_id: acme.id };
  const old = await insertTicket(db, { ...of, status: "resolved", last_customer_message_at: at });
  await insertTicket(db, { ...of, status: "open", spam_at: at });
  const elsewhere = await insertTicket(db, { ...of, company_id: kestrel.id, status: "open" });
  const person = await readPerson(await actingAs(db, assigned), ana.id);
  expect(person).toMatchObject({
    ...{ name: "Ana Ruiz", email: "ana@acme.test", count: 1, openCount: 0 },
    companies: [{ id: acme.id, name: "Acme", notes: "Calls on Mondays" }],
    lastContactAt: at.toISOString(),
  });
  expect(person.tickets.map(({ id }) => id)).toEqual([old.id]);
  const whole = await readPerson(await actingAs(db, everywhere), ana.id);
  expect([whole.count, whole.openCount, whole.companies.length]).toEqual([2, 1, 2]);
  expect(whole.tickets.map(({ id }) => id)).toContain(elsewhere.id);

  const company = await readCompany(await actingAs(db, assigned), acme.id);
  expect(company).toMatchObject({ name: "Acme", notes: "Calls on Mondays", count: 1 });
  expect(company.people).toEqual([{ id: ana.id, name: "Ana Ruiz", email: "ana@acme.test" }]);
});

test("outside the scope neither person nor company is found, and staff are not found as customers", async () => {
  const { db } = database;
  const deps = await actingAs(db, assigned);
  for (const id of [stranger.id, everywhere.id, Bun.randomUUIDv7()]) {
    expect((await refusalOf(readPerson(deps, id))).code).toBe("not_found");
  }
  expect((await refusalOf(readCompany(deps, kestrel.id))).code).toBe("not_found");
  // Without a company, the requester of a ticket in scope is found.
  const guest = await insertUser(db, {});
  await insertTicket(db, { requester_id: guest.id, company_id: acme.id });
  expect((await readPerson(deps, guest.id)).count).toBe(1);
});
