import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { insertTicket, insertUser } from "../../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { createLog } from "../../log.ts";
import { startTallyWorker } from "./worker.ts";

const day = 24 * 3_600_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const requester = await insertUser(db);
  const created_at = new Date(Date.now() - 25 * day);
  await insertTicket(db, { requester_id: requester.id, created_at });
}, 60_000);
afterAll(() => database.drop());

async function tallied(): Promise<number> {
  const { rows } = await sql`select from day_tallies`.execute(database.db);
  return rows.length;
}

test("a day that cannot be tallied is told in the log", async () => {
  const { db, owner } = database;
  await sql`alter table day_tallies add constraint none check (false)`.execute(owner);
  const told = Promise.withResolvers<string>();
  const worker = startTallyWorker({ db, log: createLog("error", told.resolve) });
  expect(JSON.parse(await told.promise)).toMatchObject({ event: "dashboard.tally-failed" });
  await worker.stop();
  await sql`alter table day_tallies drop constraint none`.execute(owner);
});

test("however many days are over, all are tallied at one go, and a server that ends waits for no more", async () => {
  const worker = startTallyWorker({ db: database.db, log: createLog("error") });
  while ((await tallied()) < 24);
  await worker.stop();
});
