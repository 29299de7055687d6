import { type CompanyRow, insertCompany, insertUser, type UserRow } from "./builders.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

export interface SmallDesk {
  database: TestDatabase;
  acme: CompanyRow;
  /** A customer of that company. */
  ana: UserRow;
  /** An agent of all companies. */
  maya: UserRow;
}

/** Who has to be there for there to be a ticket, and somebody to act on it. */
export async function createSmallDesk(): Promise<SmallDesk> {
  const database = await createTestDatabase();
  const acme = await insertCompany(database.db);
  const ana = await insertUser(database.db, { companies: [acme.id] });
  const maya = await insertUser(database.db, { role: "Agent" });
  return { database, acme, ana, maya };
}
