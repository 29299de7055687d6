import { afterAll, beforeAll, expect, test } from "bun:test";
import { type RawBuilder, sql } from "kysely";
import { insertTicket, insertUser } from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { type Random, seeded } from "../../tests/support/random.ts";
import { isShown } from "../tickets/scope.ts";
import { flowOf, type Moment, moments, outcomes, took } from "./moments.ts";

const start = Date.UTC(2020, 1, 27);
const anyTime = (random: Random) => new Date(start + random.below(6 * 96) * 900_000);

/** What the table asks of a ticket, and of whether it is shown. */
const varied = {
  created_at: anyTime,
  first_staff_reply_at: (random) => (random.chance(0.8) ? anyTime(random) : null),
  last_resolved_at: (random) => (random.chance(0.8) ? anyTime(random) : null),
  opened_by_staff: (random) => random.chance(0.5),
  reopen_count: (random) => random.below(3),
  spam_at: (random) => (random.chance(0.3) ? anyTime(random) : null),
  staff_reply_count: (random) => random.below(3),
  status: (random) => random.pick(["open", "pending", "resolved"]),
} satisfies Record<string, (random: Random) => unknown>;
const columns = Object.keys(varied) as (keyof typeof varied)[];

const shown = isShown({});

let database: TestDatabase;
let ids: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const requester = await insertUser(db);
  const random = seeded(23);
  ids = [];
  for (let count = 0; count < 60; count += 1) {
    const { id } = await insertTicket(db, { requester_id: requester.id });
    ids.push(id);
    for (const column of columns) await vary(id, column, random);
    const [from, to] = [anyTime(random), anyTime(random)].sort((one, other) => +one - +other);
    await sql`insert into reopenings (ticket_id, solved_at, reopened_at, was)
      values (${id}, ${from}, ${to}, 'resolved')`.execute(db);
  }
}, 60_000);
afterAll(() => database.drop());

async function vary(id: string, column: keyof typeof varied, random: Random): Promise<void> {
  await sql`update tickets set ${sql.ref(column)} = ${varied[column](random)} where id = ${id}`.execute(
    database.db,
  );
}

/** What the figures count of the tickets, by the table. */
function counted(tickets: RawBuilder<boolean>): RawBuilder<unknown> {
  const each = Object.entries(moments).map(([name, { at, which }]) => {
    const moment = name as Moment;
    const time = moment === "created" ? sql`null::bigint` : took[moment];
    const how = (outcome: RawBuilder<unknown>) =>
      moment === "resolved" ? outcome : sql`null::boolean`;
    // As it is called in the function.
    const figure = sql.lit(moment === "resolved" ? "solved" : moment);
    return sql`
      select ${figure} as figure, ${at} as at, ${time} as took,
        ${how(outcomes.reopened)} as reopened, ${how(outcomes.solvedInOne)} as in_one
      from tickets t where ${tickets} and ${which} and ${at} is not null`;
  });
  return sql.join(each, sql` union all `);
}

function gaps(tickets: RawBuilder<boolean>): RawBuilder<unknown> {
  return flowOf("gaps", tickets, { from: sql`'-infinity'`, to: sql`'infinity'` });
}

async function sorted(rows: RawBuilder<unknown>): Promise<string[]> {
  const found = await sql<{ row: string }>`
    select to_json(found)::text as row from (${rows}) found`.execute(database.db);
  return found.rows.map(({ row }) => row).sort();
}

test("the function by which triggers compare counts what the table counts", async () => {
  const tallied = await sorted(sql`select figure.* from tickets t, tallied_as(t) figure`);
  expect(tallied).toEqual(await sorted(counted(shown)));
  expect(tallied.length).toBeGreaterThan(50);
});

test("each column that the table asks for is varied here", () => {
  const asked = [...Object.values(moments).flatMap(Object.values), ...Object.values(outcomes)];
  const text = sql.join(asked).compile(database.db).sql;
  const named = [...text.matchAll(/\bt\.(\w+)/g)].map(([, column]) => column);
  expect([...new Set([...named, "spam_at"])].sort()).toEqual(columns.toSorted());
});

test("of a resolved one its day is told whenever another outcome counts, either way", async () => {
  const { db } = database;
  const id = ids[0] ?? "";
  const set = (column: string, value: unknown) =>
    sql`update tickets set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db);
  for (const [column, value] of Object.entries({
    ...{ status: "resolved", last_resolved_at: new Date(start), spam_at: null },
    ...{ reopen_count: 0, staff_reply_count: 0 },
  })) {
    await set(column, value);
  }
  const told: number[] = [];
  for (const [column, value] of [
    ...(["reopen_count", "staff_reply_count"] as const).flatMap((column) =>
      [1, 2, 1, 0].map((value) => [column, value] as const),
    ),
    ...(["open", "resolved"] as const).map((status) => ["status", status] as const),
  ]) {
    await sql`delete from changed_days`.execute(db);
    await set(column, value);
    told.push((await sql`select from changed_days`.execute(db)).rows.length);
  }
  // Twice reopened is no more than once; of replies it is one or not.
  expect(told).toEqual([...[1, 0, 0, 1], ...[1, 1, 1, 1], ...[1, 1]]);
});

test("where a ticket is merged, or that is taken back, the days of its gaps are told", async () => {
  const { db } = database;
  const [, id = "", target = ""] = ids;
  await sql`update tickets set status = 'closed', closed_at = now(), spam_at = null
    where id = ${id}`.execute(db);
  for (const merged of [target, null]) {
    await sql`delete from changed_days`.execute(db);
    await sql`update tickets set merged_into_id = ${merged} where id = ${id}`.execute(db);
    const { rows } = await sql`
      select from reopenings, lateral (values (solved_at), (reopened_at)) gap (at)
      where ticket_id = ${id} and (at at time zone 'UTC')::date not in (
        select day from changed_days)`.execute(db);
    expect(rows).toHaveLength(0);
  }
});

test("whichever column changes, each day is told of which something else is counted", async () => {
  const { db } = database;
  const random = seeded(31);
  for (let turn = 0; turn < 200; turn += 1) {
    const id = random.pick(ids);
    const column = random.pick(columns);
    const its = sql<boolean>`${shown} and t.id = ${id}`;
    const all = async () => [...(await sorted(counted(its))), ...(await sorted(gaps(its)))];
    const before = await all();
    await sql`delete from changed_days`.execute(db);
    await vary(id, column, random);
    const after = await all();
    const moved = [
      ...before.filter((row) => !after.includes(row)),
      ...after.filter((row) => !before.includes(row)),
    ];
    const days = moved.map((row) => new Date(JSON.parse(row).at).toISOString().slice(0, 10));
    const { rows } = await sql<{ day: string }>`select day::text from changed_days`.execute(db);
    const told = new Set(rows.map(({ day }) => day));
    expect({ column, untold: days.filter((day) => !told.has(day)) }).toEqual({
      ...{ column, untold: [] },
    });
  }
});
