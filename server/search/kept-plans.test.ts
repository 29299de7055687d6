import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { listTicketsInput } from "../../shared/schemas/tickets.ts";
import { actingAs } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertMessage,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { createTicket } from "../tickets/create.ts";
import { listTickets } from "../tickets/list.ts";
import { indexSome } from "./worker.ts";

const database = setUpTestDatabase();
let readers: Record<"Super Admin" | "agent of one company" | "customer", UserRow>;

beforeAll(async () => {
  const { db } = database;
  const { id } = await insertCompany(db, { name: "Acme" });
  const customer = await insertUser(db, { companies: [id] });
  for (let number = 0; number < 20; number += 1) {
    const ticket = await insertTicket(db, {
      ...{ requester_id: customer.id, company_id: id, subject: `The printer ${number}` },
    });
    await insertMessage(db, { ticket_id: ticket.id, author_id: customer.id, body: "It jams" });
  }
  await indexAll(db);
  readers = {
    "Super Admin": await insertUser(db, { role: "Super Admin" }),
    "agent of one company": await insertUser(db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [id] },
    }),
    customer,
  };
}, 60_000);

/** How often Postgres plans for the values before it may keep a generic plan. */
const tried = 5;

for (const reader of ["Super Admin", "agent of one company", "customer"] as const) {
  test.each(["printer", "printer jams", '"it jams"', "7"])(
    `a ${reader} who searches for %s again and again has it planned for the first time alone`,
    async (q) => {
      const db = openDatabase({ url: database.url, size: 1 });
      const deps = { ...(await actingAs(database.db, readers[reader])), db };
      const input = listTicketsInput.parse({ q, sort: "relevance" });
      for (let time = 0; time < 2 * tried; time += 1) await listTickets(deps, input);
      expect(await plannedEachTime(db)).toEqual([]);
      await db.destroy();
    },
  );
}

test("new tickets and their indexing are planned for the first time alone", async () => {
  const db = openDatabase({ url: database.url, size: 1 });
  const deps = { ...(await actingAs(database.db, readers["Super Admin"])), db };
  const requesterId = readers.customer.id;
  for (let time = 0; time < 2 * tried; time += 1) {
    const opening = { subject: "The printer", body: "It jams", requesterId, companyId: null };
    await createTicket(deps, { ...opening, requestId: Bun.randomUUIDv7() });
    expect(await indexSome(db, 10)).toBe(1);
  }
  expect(await plannedEachTime(db)).toEqual([]);
  await db.destroy();
});

async function plannedEachTime(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where custom_plans > ${tried}`.execute(db);
  return rows.map(({ statement }) => statement);
}
