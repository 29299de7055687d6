import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountDesk } from "../../../tests/support/account.ts";
import { change, refusalOf } from "../../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
} from "../../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { storedTicket } from "../../../tests/support/stored.ts";
import { updateTicket } from "./update-ticket.ts";

let database: TestDatabase;
let acme: CompanyRow;
let other: CompanyRow;
beforeAll(async () => {
  database = await createTestDatabase();
  acme = await insertCompany(database.db);
  other = await insertCompany(database.db);
}, 60_000);
afterAll(() => database.drop());

test("whoever lost a company since they were let in moves no ticket into it", async () => {
  const { db } = database;
  const ana = await insertUser(db, { companies: [acme.id, other.id] });
  const agent = await insertUser(db, { role: "Agent", password_hash: "x" });
  const ticket = await insertTicket(db, { requester_id: ana.id, company_id: acme.id });
  const deps = await accountDesk(db).signedIn(agent);
  await db
    .insertInto("user_companies")
    .values({ user_id: agent.id, company_id: acme.id })
    .execute();
  await db
    .updateTable("users")
    .set({ company_scope: "assigned" })
    .where("id", "=", agent.id)
    .execute();
  const refused = await refusalOf(updateTicket(deps, change(ticket, { companyId: other.id })));
  expect([refused.code, refused.details.fields?.[0]?.field]).toEqual(["out_of_scope", "companyId"]);
  expect((await storedTicket(db, ticket.id)).company_id).toBe(acme.id);
});
