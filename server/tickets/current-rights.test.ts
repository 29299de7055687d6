import { beforeAll, expect, test } from "bun:test";
import { accountDesk } from "../../tests/support/account.ts";
import { change, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

const database = setUpTestDatabase();
let acme: CompanyRow;
let other: CompanyRow;
beforeAll(async () => {
  acme = await insertCompany(database.db);
  other = await insertCompany(database.db);
}, 60_000);

/** From now on they see only the tickets of Acme. */
async function seesAcmeAlone({ id }: UserRow): Promise<void> {
  const { db } = database;
  await db.insertInto("user_companies").values({ user_id: id, company_id: acme.id }).execute();
  await db.updateTable("users").set({ company_scope: "assigned" }).where("id", "=", id).execute();
}

test("an agent who lost a company during the request cannot move a ticket into it", async () => {
  const { db } = database;
  const ana = await insertUser(db, { companies: [acme.id, other.id] });
  const agent = await insertUser(db, { role: "Agent", password_hash: "x" });
  const ticket = await insertTicket(db, { requester_id: ana.id, company_id: acme.id });
  const deps = await accountDesk(db).signedIn(agent);
  await seesAcmeAlone(agent);
  const refused = await refusalOf(updateTicket(deps, change(ticket, { companyId: other.id })));
  expect([refused.code, refused.details.fields?.[0]?.field]).toEqual(["out_of_scope", "companyId"]);
  expect((await storedTicket(db, ticket.id)).company_id).toBe(acme.id);
});

test("an agent who lost a company during the request cannot move a ticket back to it by Undo", async () => {
  const { db } = database;
  const ana = await insertUser(db, { companies: [acme.id, other.id] });
  const agent = await insertUser(db, { role: "Agent", password_hash: "x" });
  const ticket = await insertTicket(db, { requester_id: ana.id, company_id: other.id });
  const deps = await accountDesk(db).signedIn(agent);
  const patch = { companyId: acme.id, priority: "high" } as const;
  const { actId } = await updateTicket(deps, change(ticket, patch));
  await seesAcmeAlone(agent);
  await undoAct(deps, { requestId: Bun.randomUUIDv7(), actId });
  expect(await storedTicket(db, ticket.id)).toMatchObject({
    ...{ company_id: acme.id, priority: "normal" },
  });
});
