import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { planDemoDesk } from "./desk.ts";
import { loadDemo } from "./load-demo.ts";

const now = new Date("2026-11-18T14:30:00Z");
let database: TestDatabase;
const progress: [number, number][] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await loadDemo(database.db, {
    now,
    passwordHash: "a hash",
    progress: (done, total) => progress.push([done, total]),
  });
});
afterAll(() => database.drop());

async function count(condition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.raw(condition)}`.execute(database.db);
  return rows[0]?.count ?? -1;
}

test("the whole desk is there, and marked as a demo", async () => {
  const desk = planDemoDesk(now);
  expect(await count("desk where is_demo")).toBe(1);
  expect(await count("users")).toBe(60);
  expect(await count("companies")).toBe(desk.companies.length);
  expect(await count("tickets")).toBe(400);
  const acts = desk.tickets.flatMap((ticket) => ticket.acts);
  expect(await count("messages where kind = 'public'")).toBe(
    acts.filter(({ kind }) => kind === "reply").length,
  );
  expect(await count("messages where kind = 'note'")).toBe(
    acts.filter(({ kind }) => kind === "note").length,
  );
  expect(progress.at(-1)).toEqual([400, 400]);
});

test("numbers begin at 1001 and rise with time, and the next ticket takes the next", async () => {
  expect(await count("tickets where number between 1001 and 1400")).toBe(400);
  expect(
    await count(
      "tickets a join tickets b on b.number = a.number + 1 where b.created_at < a.created_at",
    ),
  ).toBe(0);
  const { rows } = await sql<{
    next: number;
  }>`select nextval('ticket_numbers')::int as next`.execute(database.db);
  expect(rows).toEqual([{ next: 1401 }]);
});

test("ids sort as their rows happened", async () => {
  for (const table of ["tickets", "messages", "ticket_events"]) {
    expect(
      await count(`(select created_at, lag(created_at) over (order by id) as before from ${table}) x
        where before > created_at`),
    ).toBe(0);
  }
});

test("who is invited has no password, everybody else has one", async () => {
  expect(await count("users where (password_hash is null) <> (state = 'invited')")).toBe(0);
  expect(await count("users where last_seen_at > '2026-11-18T14:30:00Z'")).toBe(0);
  expect(await count("users where created_at > last_seen_at")).toBe(0);
});

test("nobody wrote before they were here", async () => {
  expect(
    await count("messages m join users u on u.id = m.author_id where m.created_at < u.created_at"),
  ).toBe(0);
});

test("what stands in a row is what a recount of its messages and spans gives", async () => {
  expect(
    await count(`tickets t join lateral (
      select min(m.released_at) filter (where u.role <> 'Customer') as first_reply,
        max(m.released_at) filter (where u.role <> 'Customer') as last_reply,
        count(*) filter (where u.role <> 'Customer') as replies,
        max(m.released_at) filter (where u.role = 'Customer') as last_customer
      from messages m join users u on u.id = m.author_id
      where m.ticket_id = t.id and m.kind = 'public'
    ) m on true
    where (t.first_staff_reply_at, t.last_staff_reply_at, t.staff_reply_count::bigint, t.last_customer_message_at)
      is distinct from (m.first_reply, m.last_reply, m.replies, m.last_customer)`),
  ).toBe(0);
  expect(
    await count(`tickets t join lateral (
      select min(started_at) as first, max(started_at) filter (where status = 'resolved') as resolved,
        max(status) filter (where ended_at is null) as status,
        bool_and(ended_at is not null or started_at <= t.updated_at) as ended
      from status_spans where ticket_id = t.id
    ) s on true
    where (t.created_at, t.last_resolved_at, t.status) is distinct from (s.first, s.resolved, s.status) or not s.ended`),
  ).toBe(0);
  expect(
    await count(
      "(select ended_at, lead(started_at) over (partition by ticket_id order by started_at) as next from status_spans) x where ended_at is distinct from next",
    ),
  ).toBe(0);
});

test("requesters and followers stand among a ticket's people, customers of its company only", async () => {
  expect(
    await count(`ticket_people p join tickets t on t.id = p.ticket_id join users u on u.id = p.user_id
      where u.role = 'Customer' and not exists (
        select from user_companies c where c.user_id = u.id and c.company_id = t.company_id)`),
  ).toBe(0);
});

test("a second load is refused and leaves the first as it was", async () => {
  await expect(loadDemo(database.db, { now, passwordHash: "another" })).rejects.toThrow();
  expect(await count("tickets")).toBe(400);
  expect(await count("users where password_hash = 'another'")).toBe(0);
});
