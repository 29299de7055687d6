import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { actingAs } from "../../tests/support/acting.ts";
import { insertTicket, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { waitForLockQueue } from "../../tests/support/wait-for-lock-queue.ts";
import { readBreakdown } from "./breakdown.ts";
import { readArrivals, readDays } from "./days.ts";
import { readTotals } from "./totals.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const hour = 3_600_000;

const database = setUpTestDatabase();
let admin: Awaited<ReturnType<typeof insertUser>>;

beforeAll(async () => {
  admin = await insertUser(database.db, { role: "Super Admin" });
}, 60_000);

test("a change during the read shows in all figures or in none", async () => {
  const { db, owner } = database;
  const { id } = await insertTicket(db, {
    requester_id: admin.id,
    status: "resolved",
    created_at: new Date(now.getTime() - 2 * hour),
    first_staff_reply_at: new Date(now.getTime() - hour),
    last_resolved_at: new Date(now.getTime() - hour),
  });
  const asked = { range: "today", timeZone: "UTC", compare: false } as const;
  const { reading } = await owner.transaction().execute(async (tx) => {
    // A read of the backlog waits for this lock; a read of the times alone would not.
    await sql`lock table reopenings`.execute(tx);
    const reading = readTotals(await actingAs(db, admin, now), asked);
    await waitForLockQueue(database);
    await sql`update tickets set spam_at = now() where id = ${id}`.execute(tx);
    return { reading };
  });
  const { now: figures } = await reading;
  const { created, resolved, firstReply, resolution } = figures;
  expect([resolved, firstReply.count, resolution.count]).toEqual([created, created, created]);
});

test("a range of the Middle Ages has no tickets, and each of its days a zero", async () => {
  const deps = await actingAs(database.db, admin, now);
  const asked = { range: { from: "1001-01-02", to: "1001-01-08" }, timeZone: "Europe/Berlin" };
  const none = { created: 0, resolved: 0, backlog: 0 };
  const totals = await readTotals(deps, { ...asked, compare: true });
  expect([totals.now, totals.before]).toMatchObject([none, none]);
  const { days } = await readDays(deps, asked);
  expect(days).toHaveLength(7);
  for (const day of days) expect(day).toMatchObject(none);
  const { weekdays } = await readArrivals(deps, asked);
  expect(weekdays.flat().filter(Boolean)).toEqual([]);
  const byTag = { ...asked, by: "tag", of: "created", limit: 5 } as const;
  expect(await readBreakdown(deps, byTag)).toMatchObject({ total: 0, rows: [] });
});
