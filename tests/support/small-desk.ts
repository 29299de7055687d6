import { afterAll, beforeAll } from "bun:test";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "./builders.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

export interface SmallDesk {
  database: TestDatabase;
  acme: CompanyRow;
  /** A customer of that company. */
  ana: UserRow;
  /** An agent of all companies. */
  maya: UserRow;
  /** Another. */
  noah: UserRow;
  /** A ticket of that customer, a day before `now`, if nothing else is given. */
  open(given?: object): Promise<TicketRow>;
}

/** When something is done to it. */
export const now = new Date("2026-11-21T10:00:00.000Z");
const yesterday = new Date("2026-11-20T08:00:00.000Z");

/** The users needed for a ticket, and one to act on it. */
export async function createSmallDesk(): Promise<SmallDesk> {
  const database = await createTestDatabase();
  const acme = await insertCompany(database.db);
  const ana = await insertUser(database.db, { companies: [acme.id] });
  const maya = await insertUser(database.db, { role: "Agent" });
  const noah = await insertUser(database.db, {
    ...{ role: "Agent", first_name: "Noah", last_name: "Weber" },
  });
  const open = (given: object = {}) =>
    insertTicket(database.db, {
      ...{ requester_id: ana.id, company_id: acme.id, status: "open", created_at: yesterday },
      ...given,
    });
  return { database, acme, ana, maya, noah, open };
}

/** The same for the tests of one file. All of it is there once the tests run. */
export function setUpSmallDesk(): SmallDesk {
  let made: SmallDesk;
  const [database, acme] = [{} as TestDatabase, {} as CompanyRow];
  const [ana, maya, noah] = [{} as UserRow, {} as UserRow, {} as UserRow];
  const desk: SmallDesk = { database, acme, ana, maya, noah, open: (given) => made.open(given) };
  beforeAll(async () => {
    made = await createSmallDesk();
    for (const name of ["database", "acme", "ana", "maya", "noah"] as const) {
      Object.assign(desk[name], made[name]);
    }
  }, 60_000);
  afterAll(() => database.drop());
  return desk;
}
