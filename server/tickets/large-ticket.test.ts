import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { actingAs } from "../../tests/support/acting.ts";
import {
  insertTicket,
  insertTickets,
  insertUser,
  insertUsers,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { getTicket } from "./details.ts";
import { listTickets } from "./list.ts";

/** An agent who follows every ticket, and changed as many today. */
const database = setUpTestDatabase();
let agent: UserRow;
let number: number;

const much = 3_000;

beforeAll(async () => {
  const { db, owner } = database;
  agent = await insertUser(db, { role: "Agent" });
  const customer = await insertUser(db);
  const ticket = await insertTicket(db, { requester_id: customer.id });
  number = ticket.number;
  await insertTickets(db, much, { requester_id: customer.id });
  await sql`
    insert into ticket_people (ticket_id, user_id)
    select id, ${agent.id}::uuid from tickets`.execute(owner);
  await sql`
    insert into acts (id, actor_id, request_id, kind, input_hash, made, created_at)
    select gen_random_uuid(), ${agent.id}::uuid, gen_random_uuid(), 'update', sha256(''), '{}', now()
    from tickets`.execute(owner);
  await sql`
    insert into ticket_events (id, ticket_id, actor_id, act_id, kind, audience, data, created_at)
    select acts.id, ${ticket.id}::uuid, ${agent.id}::uuid, acts.id, 'status', 'staff',
      '{"status": ["new", "open"]}', now()
    from acts limit 20`.execute(owner);
  // Statistics on others' rows are known, and the statement is planned for any reader.
  await insertUsers(db, much);
  await sql`
    insert into ticket_people (ticket_id, user_id)
    select ${ticket.id}::uuid, id from users on conflict do nothing`.execute(owner);
  await sql`
    insert into acts (id, actor_id, request_id, kind, input_hash, made, created_at)
    select gen_random_uuid(), id, gen_random_uuid(), 'update', sha256(''), '{}', now()
    from users`.execute(owner);
  await sql`analyze`.execute(owner);
}, 60_000);

/** Plan for this table, once the statement is prepared and planned for any reader. */
async function rowsRead(table: string, read: (deps: ActorDeps) => Promise<unknown>) {
  const deps = await actingAs(database.db, agent);
  return await database.db.transaction().execute(async (tx) => {
    const asked = { ...deps, db: tx };
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    const before = await rowsSoFar(tx, table);
    await read(asked);
    return (await rowsSoFar(tx, table)) - before;
  });
}

/** By its indexes too, where a tidied table itself is not looked into. */
async function rowsSoFar(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (seq_tup_read + by_index)::int as rows
    from pg_stat_xact_user_tables
    cross join lateral (
      select sum(pg_stat_get_xact_tuples_returned(indexrelid)) as by_index
      from pg_index where indrelid = relid
    ) as indexes
    where relname = ${table}`.execute(tx);
  return rows[0]?.rows ?? 0;
}

test("a ticket's timeline is as fast for an agent who changed many tickets today", async () => {
  const acts = await rowsRead("acts", (deps) => getTicket(deps, { number }));
  expect(acts).toBeWithin(20, 100);
});

test("a list is as fast for an agent who follows many tickets", async () => {
  const people = await rowsRead("ticket_people", (deps) =>
    listTickets(deps, { view: "all", sort: "updated", descending: true, limit: 50 }),
  );
  expect(people).toBeWithin(50, 200);
});
