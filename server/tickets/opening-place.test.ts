import { beforeAll, expect, test } from "bun:test";
import type { CreateTicketInput } from "../../shared/schemas/ticket-acts.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createTicket } from "./create.ts";

const database = setUpTestDatabase();
let active: CompanyRow;
let archived: CompanyRow;
let merged: CompanyRow;
let maya: UserRow;

beforeAll(async () => {
  const { db } = database;
  active = await insertCompany(db, { name: "Harbour" });
  archived = await insertCompany(db, { name: "Kestrel", state: "archived" });
  merged = await insertCompany(db, { name: "Osprey", state: "merged", merged_into_id: active.id });
  maya = await insertUser(db, { role: "Agent" });
}, 60_000);

const member = (...companies: string[]) => insertUser(database.db, { companies });

async function create(by: UserRow, given: Partial<CreateTicketInput> = {}) {
  const input = { requestId: Bun.randomUUIDv7(), subject: "The printer", body: "Blank.", ...given };
  return (await createTicket(await actingAs(database.db, by), input)).ticket;
}

test("a customer of several companies opens tickets in the one that accepts them", async () => {
  const customer = await member(active.id, archived.id);
  expect((await create(customer)).company?.id).toBe(active.id);
});

test("a customer of an archived company only is shown its name", async () => {
  const customer = await member(archived.id);
  for (const given of [{}, { companyId: archived.id }]) {
    const refused = await refusalOf(create(customer, given));
    expect(refused.code).toBe("company_archived");
    expect(refused.message).toContain("Kestrel");
    expect(refused.details.fields?.[0]?.field).toBe("companyId");
  }
});

test("staff cannot open tickets in a company that is archived, merged or missing", async () => {
  const customer = await member(active.id, archived.id);
  const call = { requesterId: customer.id, asNote: true };
  expect((await create(maya, call)).company?.id).toBe(active.id);
  const code = async (companyId: string) =>
    (await refusalOf(create(maya, { ...call, companyId }))).code;
  expect(await code(archived.id)).toBe("company_archived");
  expect(await code(merged.id)).toBe("out_of_scope");
  expect(await code(Bun.randomUUIDv7())).toBe("out_of_scope");
});

test("a requester is an existing customer, of that company if there is one", async () => {
  const stranger = await member();
  const gone = await insertUser(database.db, { state: "disabled", companies: [active.id] });
  const invited = await insertUser(database.db, { state: "invited", companies: [active.id] });
  const code = async (requesterId: string, companyId: string | null) =>
    (await refusalOf(create(maya, { requesterId, companyId, asNote: true }))).code;
  expect(await code(stranger.id, active.id)).toBe("out_of_scope");
  expect(await code(gone.id, active.id)).toBe("out_of_scope");
  expect(await code(gone.id, null)).toBe("out_of_scope");
  expect(await code(maya.id, null)).toBe("out_of_scope");
  const ticket = await create(maya, { requesterId: stranger.id, companyId: null, asNote: true });
  expect(ticket.company).toBeNull();
  const call = { requesterId: invited.id, companyId: active.id, asNote: true };
  expect((await create(maya, call)).requester.id).toBe(invited.id);
});

test("an agent who sees some companies cannot open a ticket without one", async () => {
  const narrow = await insertUser(database.db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [active.id] },
  });
  const stranger = await member();
  const refused = await refusalOf(create(narrow, { requesterId: stranger.id, asNote: true }));
  expect(refused.message).toBe("A ticket without a company would be outside what you may see.");
});
