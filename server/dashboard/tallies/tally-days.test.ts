import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { ticketStatuses } from "../../../shared/tickets/vocabulary.ts";
import { insertCompany, insertTicket, insertUser } from "../../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { type Random, seeded } from "../../../tests/support/random.ts";
import { somebodyWaits } from "../../../tests/support/somebody-waits.ts";
import { talliesAstray } from "../../../tests/support/tally-recount.ts";
import { walkOf } from "../../../tests/support/walk.ts";
import type { Tx } from "../../db/database.ts";
import { tallyDays } from "./tally-days.ts";

const hour = 3_600_000;
// Over for long, whatever the clock of the machine says.
const start = Date.UTC(2020, 1, 27);
const days = 6;
const behind = sql<Date>`${new Date(start + days * 24 * hour)}::timestamptz`;

let database: TestDatabase;
let ids: string[];
let requester: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const company = await insertCompany(db);
  requester = (await insertUser(db, { companies: [company.id] })).id;
  const random = seeded(17);
  ids = [];
  for (let count = 0; count < 40; count += 1) ids.push(await insertSome(random));
}, 60_000);
afterAll(() => database.drop());

function anyTime(random: Random): Date {
  return new Date(start + random.below(days * 24 * 4) * (hour / 4) + random.below(1000));
}

async function insertSome(random: Random): Promise<string> {
  const row = await insertTicket(database.db, {
    ...{ requester_id: requester, created_at: anyTime(random), ...state(random) },
  });
  return row.id;
}

function state(random: Random) {
  const status = random.pick(ticketStatuses);
  return {
    status,
    closed_at: status === "closed" ? new Date() : null,
    last_resolved_at: random.chance(0.7) ? anyTime(random) : null,
    first_staff_reply_at: random.chance(0.6) ? anyTime(random) : null,
    staff_reply_count: random.below(3),
    reopen_count: random.below(2),
    opened_by_staff: random.chance(0.2),
    spam_at: random.chance(0.1) ? new Date() : null,
    tag_numbers: random.pick([null, [1], [1, 2], [3]]),
  };
}

/** What becomes of tickets: all of it, or a little. */
async function change(random: Random): Promise<void> {
  const { db } = database;
  const some = ids.filter(() => random.chance(0.05));
  const whole = state(random);
  const key = random.pick(Object.keys(whole).filter((name) => !/status|closed/.test(name)));
  const set = random.chance(0.3) ? whole : { [key]: whole[key as keyof typeof whole] };
  const kind = random.below(12);
  if (kind === 0) ids.push(await insertSome(random));
  if (kind === 1) {
    // Into the first some are merged.
    const gone = ids.splice(1 + random.below(ids.length - 1), 1);
    await sql`delete from tickets where id = any(${gone}::uuid[])`.execute(db);
  }
  if (kind === 2) {
    await sql`update tickets set created_at = created_at - interval '7 hours'
      where id = any(${some}::uuid[])`.execute(db);
  }
  if (kind === 3) {
    const target = random.chance(0.5) ? (ids[0] ?? null) : null;
    await sql`update tickets set merged_into_id = ${target}, status = 'closed', closed_at = now()
      where id = any(${some}::uuid[]) and id is distinct from ${target}::uuid`.execute(db);
  }
  if (kind === 4) await changeGaps(random, some);
  if (kind > 4 && some.length > 0) {
    await db
      .updateTable("tickets")
      .set(set)
      .where("id", "in", some)
      .where("merged_into_id", "is", null)
      .execute();
  }
}

/** For which reopened tickets had been solved. */
async function changeGaps(random: Random, some: readonly string[]): Promise<void> {
  const { db } = database;
  for (const id of some) {
    const [from, to] = [anyTime(random), anyTime(random)].sort((one, other) => +one - +other);
    await sql`insert into reopenings (ticket_id, solved_at, reopened_at, was)
      values (${id}, ${from}, ${to}, 'resolved') on conflict do nothing`.execute(db);
  }
  const gone = sql`(select ticket_id from reopenings order by reopened_at limit ${random.below(2)})`;
  await sql`delete from reopenings where ticket_id in ${gone}`.execute(db);
  await sql`update reopenings set solved_at = solved_at - interval '9 hours'
    where ticket_id in ${gone}`.execute(db);
}

const astray = () => talliesAstray(database.db);

test("whatever becomes of tickets, a tally that holds says what they are", async () => {
  const random = seeded(8);
  for (let turn = 0; turn < walkOf(250, 50); turn += 1) {
    // Mostly all of them, so that each change meets tallies that hold.
    await tallyDays(database.db, random.chance(0.8) ? days : 1, behind);
    await change(random);
    expect(await astray()).toEqual([]);
  }
  while ((await tallyDays(database.db, 2, behind)) > 0);
  const { rows } = await sql`select day from changed_days`.execute(database.db);
  expect(rows).toEqual([]);
  expect(await astray()).toEqual([]);
}, 60_000);

test("an act that no tally tells of says nothing", async () => {
  const { db } = database;
  const marks = async () => (await sql`select from changed_days`.execute(db)).rows.length;
  const before = await marks();
  const row = await insertTicket(db, { requester_id: requester });
  const same = (set: object) =>
    db.updateTable("tickets").set(set).where("id", "=", row.id).execute();
  await same({ status: "resolved", last_resolved_at: new Date(), staff_reply_count: 1 });
  await same({ status: "open", priority: "urgent", tag_numbers: [4] });
  expect(await marks()).toBe(before);
});

test("a day is told of a ticket of long ago that comes late, whatever became of it today", async () => {
  const { db } = database;
  const marked = async () => {
    const { rows } = await sql<{ day: string }>`select day::text from changed_days`.execute(db);
    return rows.map(({ day }) => day);
  };
  await sql`delete from changed_days`.execute(db);
  const created_at = new Date(start);
  const late = { requester_id: requester, created_at, first_staff_reply_at: new Date() };
  await insertTicket(db, late);
  expect(await marked()).toEqual([created_at.toISOString().slice(0, 10)]);
  await sql`delete from day_tallies`.execute(db);
});

test("who changes a day while it is tallied is heard the next time", async () => {
  const { db } = database;
  const row = await insertTicket(db, { requester_id: requester, created_at: new Date(start) });
  while ((await tallyDays(db, 9, behind)) > 0);
  const changed = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const act = db.transaction().execute(async (tx) => {
    await tx.updateTable("tickets").set({ spam_at: new Date() }).where("id", "=", row.id).execute();
    changed.resolve();
    await done.promise;
  });
  await changed.promise;
  await sql`insert into changed_days values (${new Date(start).toISOString().slice(0, 10)}::text::date)`.execute(
    db,
  );
  expect(await tallyDays(db, 9, behind)).toBe(1);
  done.resolve();
  await act;
  expect(await astray()).toEqual([]);
  expect(await tallyDays(db, 9, behind)).toBe(1);
  expect(await astray()).toEqual([]);
});

test("and so is who changes one that is counted, but not kept yet", async () => {
  const { db, owner } = database;
  const row = await insertTicket(db, { requester_id: requester, created_at: new Date(start) });
  await sql`delete from day_tallies`.execute(db);
  const { tallying } = await owner.transaction().execute(async (tx) => {
    // The last that is written of a day.
    await sql`lock table day_tags`.execute(tx);
    const tallying = tallyDays(db, 9, behind);
    await somebodyWaits(database);
    await sql`update tickets set spam_at = now() where id = ${row.id}`.execute(tx);
    return { tallying };
  });
  expect(await tallying).toBe(days);
  expect(await astray()).toEqual([]);
});

test("of two servers one tallies, and the other waits for its next turn", async () => {
  const { db } = database;
  await sql`delete from day_tallies`.execute(db);
  const first = await db.transaction().execute(async (tx: Tx) => {
    await sql`select pg_advisory_xact_lock(7368645371)`.execute(tx);
    return await tallyDays(db, 9, behind);
  });
  expect(first).toBe(0);
  expect(await tallyDays(db, 9, behind)).toBeGreaterThan(0);
});

test("a day is tallied once it has been over for another day, the latest first, changed or not", async () => {
  const fresh = await createTestDatabase();
  const { db } = fresh;
  const requester_id = (await insertUser(db)).id;
  await insertTicket(db, { requester_id, created_at: new Date(Date.now() - 50 * 24 * hour) });
  await sql`insert into changed_days (day, only_tags)
    select ((now() - n * interval '1 day') at time zone 'UTC')::date, false
    from generate_series(0, 1) n on conflict do nothing`.execute(db);
  // In whole days before today: what two calls tally.
  const tallied = async () => {
    const { rows } = await sql<{ ago: number }>`
      select (now() at time zone 'UTC')::date - day as ago from day_tallies order by ago`.execute(
      db,
    );
    return rows.map(({ ago }) => ago);
  };
  await tallyDays(db, 1);
  expect(await tallied()).toEqual([2]);
  await tallyDays(db, 100);
  expect(await tallied()).toEqual(Array.from({ length: 49 }, (_, index) => index + 2));
  await fresh.drop();
});
