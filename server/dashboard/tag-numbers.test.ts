import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { insertCompany, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { seeded } from "../../tests/support/random.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { Tx } from "../db/database.ts";

const database = setUpTestDatabase();
let ticketIds: string[];
let tagIds: string[];

beforeAll(async () => {
  const { db } = database;
  const company = await insertCompany(db);
  const requester = await insertUser(db, { companies: [company.id] });
  ticketIds = [];
  for (let count = 0; count < 5; count += 1) {
    const given = { requester_id: requester.id, company_id: company.id };
    ticketIds.push((await insertTicket(db, given)).id);
  }
  tagIds = Array.from({ length: 6 }, () => Bun.randomUUIDv7());
  const tags = tagIds.map((id, index) => ({ id, name: `tag ${index}` }));
  await db.insertInto("tags").values(tags).execute();
}, 60_000);

test("a ticket stores the numbers of its tags, whatever changes about tags", async () => {
  const { db } = database;
  const random = seeded(5);
  for (let turn = 0; turn < 40; turn += 1) {
    const pairs = ticketIds.flatMap((ticket_id) =>
      tagIds.filter(() => random.chance(0.3)).map((tag_id) => ({ ticket_id, tag_id })),
    );
    if (random.chance(0.5) && pairs.length > 0) {
      await db
        .insertInto("ticket_tags")
        .values(pairs)
        .onConflict((kept) => kept.doNothing())
        .execute();
    } else {
      const some = ticketIds.filter(() => random.chance(0.4));
      await sql`
        delete from ticket_tags
        where ticket_id = any(${some}::uuid[]) and tag_id = any(${tagIds.slice(turn % 4)}::uuid[])
      `.execute(db);
    }
    expect(await astray()).toEqual([]);
  }
  await sql`insert into ticket_tags select t.id, g.id from tickets t, tags g on conflict do nothing`.execute(
    db,
  );
  await db
    .deleteFrom("tags")
    .where("id", "=", tagIds[0] ?? "")
    .execute();
  expect(await astray()).toEqual([]);
  expect(await numbersOf(ticketIds[0])).toHaveLength(tagIds.length - 1);
  await db.deleteFrom("ticket_tags").execute();
  expect(await numbersOf(ticketIds[0])).toBeNull();
});

test("two tags given to a ticket at the same moment are both stored", async () => {
  const [ticketId = ""] = ticketIds;
  const [, one = "", other = ""] = tagIds;
  const give = (tx: Tx, tag_id: string) =>
    tx.insertInto("ticket_tags").values({ ticket_id: ticketId, tag_id }).execute();
  const given = Promise.withResolvers<void>();
  const first = database.db.transaction().execute(async (tx) => {
    await give(tx, one);
    given.resolve();
    await untilSomebodyWaits(tx);
  });
  await given.promise;
  const second = database.db.transaction().execute((tx) => give(tx, other));
  await Promise.all([first, second]);
  expect(await numbersOf(ticketId)).toHaveLength(2);
  expect(await astray()).toEqual([]);
});

async function untilSomebodyWaits(tx: Tx): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
    `.execute(tx);
    if (rows.length > 0) return;
  }
}

async function numbersOf(ticketId: string | undefined): Promise<number[] | null | undefined> {
  const row = await database.db
    .selectFrom("tickets")
    .select("tag_numbers")
    .where("id", "=", ticketId ?? "")
    .executeTakeFirst();
  return row?.tag_numbers;
}

/** Tickets whose stored numbers differ from their tags. */
async function astray(): Promise<unknown[]> {
  const { rows } = await sql`
    select t.number from tickets t where coalesce(t.tag_numbers, '{}') <> array(
      select g.number from ticket_tags tt join tags g on g.id = tt.tag_id
      where tt.ticket_id = t.id order by g.number)`.execute(database.db);
  return rows;
}
