import { beforeAll, expect, test } from "bun:test";
import type { CreateCustomerInput } from "../../shared/schemas/users.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createCustomer } from "./create-user.ts";

const database = setUpTestDatabase();
let harbour: CompanyRow;
let foreign: CompanyRow;
let archived: CompanyRow;
let wide: UserRow;
let narrow: UserRow;

beforeAll(async () => {
  const { db } = database;
  harbour = await insertCompany(db, { name: "Harbour" });
  foreign = await insertCompany(db, { name: "Osprey" });
  archived = await insertCompany(db, { name: "Kestrel", state: "archived" });
  await db
    .insertInto("company_domains")
    .values({ company_id: foreign.id, domain: "osprey.test" })
    .execute();
  wide = await insertUser(db, { role: "Agent", company_scope: "all" });
  narrow = await insertUser(db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [harbour.id, archived.id] },
  });
}, 60_000);

async function create(by: UserRow, given: Partial<CreateCustomerInput> = {}) {
  const input = {
    ...{ firstName: "Nora", lastName: "Berg", email: `${Bun.randomUUIDv7()}@new.test` },
    ...{ companyId: harbour.id, ...given },
  };
  return await createCustomer(await actingAs(database.db, by), input, Bun.randomUUIDv7());
}

async function stored(id: string) {
  const user = await database.db
    .selectFrom("users")
    .select(["role", "state", "company_scope", "phone"])
    .where("id", "=", id)
    .executeTakeFirst();
  const companies = await database.db
    .selectFrom("user_companies")
    .select(["company_id", "sees_all_tickets"])
    .where("user_id", "=", id)
    .execute();
  return { user, companies };
}

test("an agent creates a customer in a company they see, with access to their own tickets only", async () => {
  const made = await create(narrow, { phone: "+47 22 00" });
  expect(made).toEqual({
    ...{ id: made.id, name: "Nora Berg" },
    companies: [{ id: harbour.id, name: "Harbour" }],
  });
  expect(await stored(made.id)).toEqual({
    user: { role: "Customer", state: "invited", company_scope: null, phone: "+47 22 00" },
    companies: [{ company_id: harbour.id, sees_all_tickets: false }],
  });
  const mails = await database.db
    .selectFrom("outgoing_mails")
    .select(["template", "data"])
    .where("user_id", "=", made.id)
    .execute();
  expect(mails).toEqual([{ template: "invitation", data: { askedBy: narrow.id } }]);
});

test("an agent with assigned companies cannot create customers elsewhere or without a company", async () => {
  for (const companyId of [foreign.id, archived.id, null, Bun.randomUUIDv7()]) {
    const refused = await refusalOf(create(narrow, { companyId }));
    expect(refused.details.fields?.map(({ field }) => field)).toEqual(["companyId"]);
  }
  const refused = await refusalOf(create(narrow, { companyId: null }));
  expect(refused.message).toBe(
    "Choose one of your companies. You can't see customers without a company.",
  );
});

test("an agent with all companies creates a customer anywhere, and the email domain decides the company", async () => {
  const alone = await create(wide, { companyId: null });
  expect(alone.companies).toEqual([]);
  const email = `${Bun.randomUUIDv7()}@osprey.test`;
  const joined = await create(wide, { companyId: null, email });
  expect(joined.companies).toEqual([{ id: foreign.id, name: "Osprey" }]);
  const refused = await refusalOf(create(wide, { companyId: archived.id }));
  expect(refused.code).toBe("company_archived");
});

test("a taken email address is refused at its field", async () => {
  const email = `${Bun.randomUUIDv7()}@taken.test`;
  await insertUser(database.db, { email });
  const refused = await refusalOf(create(wide, { email }));
  expect([refused.code, refused.details.fields?.[0]?.field]).toEqual(["email_taken", "email"]);
});

test("an agent of some companies does not learn who belongs to others", async () => {
  const [hidden, seen] = [`${Bun.randomUUIDv7()}@taken.test`, `${Bun.randomUUIDv7()}@taken.test`];
  await insertUser(database.db, { email: hidden, companies: [foreign.id] });
  await insertUser(database.db, { email: seen, companies: [harbour.id] });
  const refused = await refusalOf(create(narrow, { email: hidden }));
  expect([refused.code, refused.message]).toEqual([
    "email_unusable",
    "A customer with this email address can't be added here. Ask a Super Admin.",
  ]);
  expect((await refusalOf(create(narrow, { email: seen }))).code).toBe("email_taken");
  expect((await refusalOf(create(wide, { email: hidden }))).code).toBe("email_taken");
});
