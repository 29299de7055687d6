import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import {
  insertCompany,
  insertMessage,
  insertTicket,
  insertUser,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { phraseMatches } from "./match.ts";

const database = setUpTestDatabase();
let requester: { id: string };

beforeAll(async () => {
  requester = await insertUser(database.db);
}, 60_000);

test.each<[phrase: string, body: string, stands: boolean]>([
  ["get a mail", "(Get) a\n\nMAIL!", true],
  ["get a mail", "get_a-mail", true],
  ["GET, a mail", "to get a mail", true],
  ["gét a mail", "get a mail", true],
  ["get a mail", "gét a mail", true],
  ["get a mail", "Forget a mail", false],
  ["get a mail", "get a mailbox", false],
  ["get a mail", "get a mailé", false],
  ["get a mail", "get a\u0001mail", false],
  ["get \u2603 mail", "get x mail", false],
  ["get \u2603 mail", "to get \u2603 mail", true],
  ["a.c", "abc", false],
])("the phrase %j in %j: %p", async (phrase, body, stands) => {
  const { db } = database;
  const ticket = await insertTicket(db, { requester_id: requester.id });
  await insertMessage(db, { ticket_id: ticket.id, author_id: requester.id, body });
  const { rows } = await sql`
    select ${phraseMatches("all", sql`${phrase}::text`, false)} as stands
    from tickets t where t.id = ${ticket.id}::uuid`.execute(db);
  expect(rows).toEqual([{ stands }]);
});

test("a phrase matches the requester's name and company, and no one else's", async () => {
  const { db } = database;
  const company = await insertCompany(db, { name: "Kestrel Works" });
  await insertCompany(db, { name: "Borealis Works" });
  const asks = await insertUser(db, { first_name: "Ana", last_name: "Ruiz" });
  await insertUser(db, { first_name: "Ben", last_name: "Ruiz" });
  const ticket = await insertTicket(db, { requester_id: asks.id, company_id: company.id });
  const stands = async (phrase: string, inHead: boolean) => {
    const { rows } = await sql<{ stands: boolean }>`
      select ${phraseMatches("all", sql`${phrase}::text`, inHead)} as stands
      from tickets t where t.id = ${ticket.id}::uuid`.execute(db);
    return rows[0]?.stands;
  };
  expect(await stands("ana ruiz", true)).toBe(true);
  expect(await stands("kestrel works", true)).toBe(true);
  expect(await stands("ana ruiz", false)).toBe(false);
  for (const other of ["ben ruiz", "borealis works"]) expect(await stands(other, true)).toBe(false);
});
