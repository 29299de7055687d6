import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { actingAs } from "../../../tests/support/acting.ts";
import { insertTicket, insertUser } from "../../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { somebodyWaits } from "../../../tests/support/somebody-waits.ts";
import { readTotals } from "../totals.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const hour = 3_600_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

test("what happens while the figures are read changes none of them", async () => {
  const { db, owner } = database;
  const admin = await insertUser(db, { role: "Super Admin" });
  const { id } = await insertTicket(db, {
    ...{ requester_id: admin.id, status: "resolved" },
    created_at: new Date(now.getTime() - 2 * hour),
    last_resolved_at: new Date(now.getTime() - hour),
  });
  const asked = { range: "today", timeZone: "UTC", compare: false } as const;
  const reading = await owner.transaction().execute(async (tx) => {
    // Only the times are read from it, at last.
    await sql`lock table day_times`.execute(tx);
    const reading = readTotals(await actingAs(db, admin, now), asked);
    await somebodyWaits(database);
    await sql`update tickets set spam_at = now() where id = ${id}`.execute(tx);
    return { reading };
  });
  const { now: figures } = await reading.reading;
  expect(figures).toMatchObject({ created: 1, resolution: { count: 1, median: 3600, p90: 3600 } });
});
