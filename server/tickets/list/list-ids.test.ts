import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import type { TicketIdsInput } from "../../../shared/schemas/tickets.ts";
import { actingAs } from "../../../tests/support/acting.ts";
import {
  insertCompany,
  insertMessage,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../../tests/support/builders.ts";
import { indexAll } from "../../../tests/support/index-all.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { listTicketIds, listTickets } from "../list.ts";

const database = setUpTestDatabase();
let admin: UserRow;
let narrow: UserRow;
let ana: UserRow;
let company: { id: string };
const all: TicketIdsInput = { view: "all", sort: "updated", descending: true };

beforeAll(async () => {
  const { db } = database;
  company = await insertCompany(db);
  const other = await insertCompany(db);
  ana = await insertUser(db, { companies: [company.id] });
  const ben = await insertUser(db, { companies: [other.id] });
  admin = await insertUser(db, { role: "Super Admin" });
  narrow = await insertUser(db, {
    ...{ role: "Agent" as const, company_scope: "assigned" as const },
    companies: [other.id],
  });
  for (let each = 0; each < 7; each += 1) {
    const { id } = await insertTicket(db, {
      ...{ requester_id: each % 3 === 0 ? ben.id : ana.id, subject: `Winch ${each}` },
      company_id: each % 3 === 0 ? other.id : company.id,
      ...{ status: each % 2 === 0 ? "open" : "pending" },
    });
    await insertMessage(db, { ticket_id: id, author_id: ana.id, body: "It squeaks" });
  }
  const created_at = new Date("2026-03-19T23:30:00.000Z");
  await insertTicket(db, { requester_id: ben.id, company_id: other.id, created_at });
  await indexAll(db);
}, 60_000);

const timeZone = "Asia/Tokyo";
const lists: [name: string, input: TicketIdsInput][] = [
  ["a view", { ...all, view: "all-open", sort: "waiting", descending: false }],
  ["words", { ...all, q: "squeaks", sort: "relevance" }],
  ["an operator", { ...all, q: "status:pending", sort: "number" }],
  ["what cannot be found", { ...all, q: "%" }],
  ["no words by relevance", { ...all, sort: "relevance" }],
  ["an hour of the reader", { ...all, q: "created:2026-03-20 created-hour:fri-08", timeZone }],
];

test.each(lists)(
  "%s: returns the ids of the list in its order, for each reader",
  async (_, input) => {
    for (const user of [admin, narrow]) {
      const deps = await actingAs(database.db, user);
      const { tickets } = await listTickets(deps, { ...input, limit: 50 });
      const listed = tickets.map(({ id }) => id);
      expect(listed.length > 0).toBe(input.q !== "%");
      expect(await listTicketIds(deps, input)).toEqual({ ids: listed, more: false });
    }
  },
);

test("returns the first 5,000 of a longer list, and that there are more", async () => {
  await sql`
    with made as (
      insert into tickets (id, subject, channel, requester_id, company_id, status, created_at,
        updated_at, publicly_updated_at, unassigned_since)
      select gen_random_uuid(), 'One of many', 'web', ${ana.id}::uuid, ${company.id}::uuid,
        'on-hold', at, at, at, at
      from generate_series(1, 5001) each,
        lateral (select timestamptz '2026-01-01' + each * interval '1 minute' as at) moment
      returning id, requester_id
    )
    insert into ticket_people (ticket_id, user_id) select id, requester_id from made
  `.execute(database.db);
  const deps = await actingAs(database.db, admin);
  const onHold: TicketIdsInput = { ...all, view: "on-hold", sort: "created", descending: false };
  const { ids, more } = await listTicketIds(deps, onHold);
  expect([ids.length, new Set(ids).size, more]).toEqual([5000, 5000, true]);
  const { tickets } = await listTickets(deps, { ...onHold, limit: 1 });
  expect(ids[0]).toBe(String(tickets[0]?.id));
  expect((await listTicketIds(deps, { ...onHold, view: "all-open", q: "Winch" })).more).toBe(false);
});
