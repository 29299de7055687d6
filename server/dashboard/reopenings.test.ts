import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { eachDay, moveDay, startOfDay } from "../../shared/dashboard/days.ts";
import { movesByHand } from "../../shared/tickets/transitions.ts";
import { actingAs, change } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { type Random, seeded } from "../../tests/support/random.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { countTickets } from "../tickets/list.ts";
import { mergeTickets, unmergeTicket } from "../tickets/merge.ts";
import { undoAct } from "../tickets/undo.ts";
import { updateTicket } from "../tickets/update.ts";
import { readDays } from "./days.ts";

/** Histories made by the commands: changes of status, undo, merges and undone merges. */
const database = setUpTestDatabase();
let agent: UserRow;
let target: TicketRow;
const began = new Date("2026-09-01T08:00:00.000Z");
const hour = 3_600_000;
const timeZone = "Europe/Berlin";
let ended = began;

beforeAll(async () => {
  const { db } = database;
  const company = await insertCompany(db);
  const requester = await insertUser(db, { companies: [company.id] });
  agent = await insertUser(db, { role: "Agent" });
  const given = { requester_id: requester.id, company_id: company.id, created_at: began };
  target = await insertTicket(db, given);
  const random = seeded(4);
  for (let index = 0; index < 24; index += 1) {
    await live(await insertTicket(db, { ...given, status: "new" }), random);
  }
}, 120_000);

async function live({ id }: TicketRow, random: Random): Promise<void> {
  let at = began;
  for (let acts = 0; acts < 12; acts += 1) {
    at = new Date(at.getTime() + (1 + random.below(40)) * hour);
    const ticket = await database.db
      .selectFrom("tickets")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const deps = await actingAs(database.db, agent, at);
    const requestId = () => Bun.randomUUIDv7();
    if (ticket.status === "closed") break;
    if (random.chance(0.15)) {
      await mergeTickets(deps, { requestId: requestId(), sourceId: id, targetId: target.id });
      at = new Date(at.getTime() + random.below(50) * hour + 1000);
      const later = await actingAs(database.db, agent, at);
      await unmergeTicket(later, { requestId: requestId(), sourceId: id });
      continue;
    }
    const moves = movesByHand(ticket.status).filter((to) => to !== "closed" || random.chance(0.3));
    const patch = { status: random.pick(moves) };
    const { actId } = await updateTicket(deps, change(ticket, patch));
    if (!random.chance(0.3)) continue;
    at = new Date(at.getTime() + hour / 10);
    await undoAct(await actingAs(database.db, agent, at), { requestId: requestId(), actId });
  }
  if (at > ended) ended = at;
}

test("the backlog of each day equals the stored status spans and the count of the list", async () => {
  const deps = await actingAs(database.db, agent, new Date(ended.getTime() + 50 * hour));
  const range = { from: "2026-08-30", to: deps.now.toISOString().slice(0, 10) };
  const { days } = await readDays(deps, { range, timeZone });
  expect(days.map(({ day }) => day)).toEqual(eachDay(range));
  const { reopened } = await database.db
    .selectFrom("reopenings")
    .select((select) => select.fn.countAll<number>().as("reopened"))
    .executeTakeFirstOrThrow();
  expect(reopened).toBeGreaterThan(10);
  for (const { day, backlog } of days) {
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from status_spans
      where status in ('new', 'open', 'pending', 'on-hold')
        and started_at < ${startOfDay(moveDay(day, 1), timeZone)}
        and (ended_at is null or ended_at >= ${startOfDay(moveDay(day, 1), timeZone)})`.execute(
      database.db,
    );
    expect([day, backlog]).toEqual([day, rows[0]?.open ?? 0]);
    if (day === range.to) continue;
    const listed = await countTickets(deps, { view: "all", q: `open-at:${day}`, timeZone });
    expect([day, listed.count]).toEqual([day, backlog]);
  }
}, 60_000);

test("undoing a reopen deletes the stored reopening of that ticket only", async () => {
  const { db } = database;
  const { requester_id, company_id } = target;
  const created_at = new Date(began.getTime() + hour);
  const solved = { status: "resolved", last_resolved_at: created_at } as const;
  const at = (hours: number) => actingAs(db, agent, new Date(began.getTime() + hours * hour));
  const reopened: { id: string; actId: string }[] = [];
  for (let count = 0; count < 2; count += 1) {
    const row = await insertTicket(db, { requester_id, company_id, created_at, ...solved });
    const { actId } = await updateTicket(await at(2), change(row, { status: "open" }));
    reopened.push({ id: row.id, actId });
  }
  const [undone, kept] = reopened;
  const requestId = Bun.randomUUIDv7();
  await undoAct(await at(2.1), { requestId, actId: undone?.actId ?? "" });
  const ids = reopened.map(({ id }) => id);
  const rows = await db
    .selectFrom("reopenings")
    .selectAll()
    .where("ticket_id", "in", ids)
    .execute();
  const { now } = await at(2);
  const gap = { ticket_id: kept?.id, solved_at: created_at, reopened_at: now, was: "resolved" };
  expect(rows).toEqual([gap as (typeof rows)[number]]);
});

test("reopenings stored one by one equal those gathered for all tickets", async () => {
  // Solved when it was created, and merged for a while.
  const { id } = await insertTicket(database.db, {
    ...{ requester_id: target.requester_id, created_at: began },
    ...{ status: "resolved", last_resolved_at: began },
  });
  await sql`update status_spans set ended_at = started_at + interval '1 hour'
    where ticket_id = ${id}`.execute(database.db);
  await sql`insert into status_spans (ticket_id, status, started_at, ended_at)
    select ticket_id, 'closed', ended_at, ended_at + interval '1 hour' from status_spans
    where ticket_id = ${id}`.execute(database.db);
  await sql`insert into status_spans (ticket_id, status, started_at)
    select ticket_id, 'open', ended_at from status_spans
    where ticket_id = ${id} and status = 'closed'`.execute(database.db);
  const read = () =>
    database.db
      .selectFrom("reopenings")
      .selectAll()
      .orderBy("ticket_id")
      .orderBy("reopened_at")
      .execute();
  const kept = await read();
  await database.db.deleteFrom("reopenings").execute();
  await sql`select gather_reopenings()`.execute(database.db);
  expect(await read()).toEqual(kept);
});
