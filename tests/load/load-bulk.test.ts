import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { indexAll } from "../support/index-all.ts";
import { readOneThenAnother } from "../support/one-then-another.ts";
import { createTestDatabase } from "../support/postgres.ts";
import { setUpTestDatabase } from "../support/test-database.ts";
import { testOnce } from "../support/walk.ts";
import { loadBulk } from "./load-bulk.ts";

const now = new Date("2026-11-20T15:00:00Z");
const tickets = 2000;
const database = setUpTestDatabase();
let before: string[];
let told: number[];
let personalRows: boolean;

beforeAll(async () => {
  before = await structure();
  told = [];
  const load = () =>
    loadBulk(database.ownerUrl, {
      tickets,
      seed: 7,
      now,
      passwordHash: null,
      // A small limit, so that the memory is cleared several times.
      keptWords: 3000,
      progress: (done) => told.push(done),
    });
  personalRows = await readOneThenAnother(database, sql`tickets`, load);
}, 60_000);

test("a server that locks one table and then another is not deadlocked by a load", () => {
  expect(personalRows).toBeTrue();
});

test("as many tickets as requested are loaded, and each slice is reported", async () => {
  expect(await count(sql`select from tickets`)).toBe(tickets);
  expect(told.at(-1)).toBe(tickets);
  expect(told.length).toBeGreaterThan(2);
});

test("every index and key is restored", async () => {
  expect(await structure()).toEqual(before);
});

describe("no ticket", () => {
  const wrong: Record<string, ReturnType<typeof sql>> = {
    "has spans that leave a gap or overlap": sql`
      select from (
        select ended_at, lead(started_at) over w as next, status,
          lead(status) over w as after
        from status_spans window w as (partition by ticket_id order by started_at)
      ) span where ended_at is distinct from next or status = after`,
    "has another state than its last span": sql`
      select from tickets t where not exists (
        select from status_spans s
        where s.ticket_id = t.id and s.ended_at is null and s.status = t.status)`,
    "begins otherwise than New, as it was created": sql`
      select from tickets t where not exists (
        select from status_spans s
        where s.ticket_id = t.id and s.started_at = t.created_at and s.status = 'new')`,
    "counts other replies of staff than were released": sql`
      select from tickets t where staff_reply_count <> (
        select count(*) from messages m join users u on u.id = m.author_id
        where m.ticket_id = t.id and m.released_at is not null and u.role <> 'Customer')`,
    "names another first or last reply": sql`
      select from tickets t, lateral (
        select min(released_at) filter (where u.role <> 'Customer') as first,
          max(released_at) filter (where u.role <> 'Customer') as last,
          max(released_at) filter (where u.role = 'Customer') as heard
        from messages m join users u on u.id = m.author_id where m.ticket_id = t.id
      ) said
      where (first_staff_reply_at, last_staff_reply_at, last_customer_message_at)
        is distinct from (said.first, said.last, said.heard)`,
    "counts other reopens than its events": sql`
      select from tickets t where reopen_count <> (
        select count(*) from ticket_events e
        where e.ticket_id = t.id and e.kind = 'status' and e.data->>'from' = 'resolved'
          and e.data->>'to' <> 'closed')`,
    "was reopened otherwise than it says": sql`
      select from tickets t where reopen_count <> (
        select count(*) from reopenings where reopenings.ticket_id = t.id)`,
    "has a version below its acts": sql`
      select from tickets t where version < (
        select count(distinct act_id) from ticket_events e where e.ticket_id = t.id)`,
    "has an assignee that its events do not name": sql`
      select from tickets t where assignee_id is distinct from (
        select (e.data->>'to')::uuid from ticket_events e
        where e.ticket_id = t.id and e.kind = 'assigned'
        order by e.created_at desc, e.id desc limit 1)`,
    "has an illegal change of status": sql`
      select from ticket_events where kind = 'status' and (
        data->>'to' = 'new' or data->>'from' = 'closed' or data->>'from' = data->>'to')`,
    "is open and waits for no one, or is inactive and waits": sql`
      select from tickets
      where (status in ('on-hold', 'resolved', 'closed')) <> (waiting_for is null)`,
    "is New with an assignee": sql`
      select from tickets where status = 'new' and assignee_id is not null`,
    "was touched after now or before it was created": sql`
      select from tickets
      where updated_at > ${now} or updated_at < created_at or publicly_updated_at > updated_at`,
    "has words after now": sql`select from messages where coalesce(released_at, created_at) > ${now}`,
    "has a requester who is of another company": sql`
      select from tickets t where not exists (
        select from user_companies m
        where m.user_id = t.requester_id and m.company_id = t.company_id)`,
    "is assigned to a person without access": sql`
      select from tickets t join users u on u.id = t.assignee_id
      where u.company_scope = 'assigned' and not exists (
        select from user_companies m where m.user_id = u.id and m.company_id = t.company_id)`,
    "stores other tags than it was given": sql`
      select from tickets where tag_numbers is distinct from tag_numbers_of(id)`,
    "keeps another latest message than it has": sql`
      select from tickets t, latest_of(t.id) l
      where (t.latest_author_id, t.latest_text,
          t.staff_latest_kind, t.staff_latest_author_id, t.staff_latest_text)
        is distinct from (l.author_id, l.text, l.staff_kind, l.staff_author_id, l.staff_text)`,
    "has a note that went out": sql`
      select from messages where kind = 'note' and released_at is not null`,
  };

  test.each(Object.entries(wrong))("%s", async (_words, rows) => {
    expect(await count(rows)).toBe(0);
  });
});

test("all text is indexed as by the search worker", async () => {
  expect(await count(sql`select from ticket_search_queue`)).toBe(0);
  expect(await count(sql`select from ticket_search`)).toBe(tickets);
  const vectors = sql`
    select md5(string_agg(ticket_id || head::text || public::text || staff::text, ',' order by ticket_id))
      as vectors from ticket_search`;
  const words = sql`select md5(string_agg(w::text, ',' order by lexeme)) as words from search_words w`;
  const read = async () => [
    (await vectors.execute(database.db)).rows,
    (await words.execute(database.db)).rows,
  ];
  const filled = await read();
  await sql`insert into ticket_search_queue (ticket_id) select id from tickets limit 500`.execute(
    database.db,
  );
  await indexAll(database.db);
  expect(await read()).toEqual(filled);
});

test("the number of tickets is stored for each word", async () => {
  const counted = sql`
    select word as lexeme, max(ndoc) filter (where part = 'head') as in_head,
      max(ndoc) filter (where part = 'public') as in_public,
      max(ndoc) filter (where part = 'staff') as in_staff
    from (select 'head' as part, * from ts_stat('select head from ticket_search') union all
      select 'public', * from ts_stat('select public from ticket_search') union all
      select 'staff', * from ts_stat('select staff from ticket_search')) stat
    group by word`;
  const wrong = sql`
    select from search_words w full join (${counted}) c using (lexeme)
    where (w.in_head, w.in_public, w.in_staff) is distinct from
      (coalesce(c.in_head, 0), coalesce(c.in_public, 0), c.in_staff)`;
  expect(await count(sql`select from search_words`)).toBeGreaterThan(5000);
  expect(await count(wrong)).toBe(0);
});

test("people have read their tickets, and have notifications of the last messages", async () => {
  expect(
    await count(sql`
      select from ticket_people p where not exists (
        select from ticket_reads r where r.ticket_id = p.ticket_id and r.user_id = p.user_id)`),
  ).toBe(0);
  expect(await count(sql`select from notifications where read_at is null`)).toBeGreaterThan(0);
});

test("a few companies have most tickets, and a few words are most of the text", async () => {
  const { rows } = await sql<{ share: number }>`
    select sum(n) filter (where rank <= 3)::float8 / sum(n) as share
    from (select count(*) as n, row_number() over (order by count(*) desc) as rank
      from tickets group by company_id) c`.execute(database.db);
  expect(rows[0]?.share).toBeWithin(0.35, 0.8);

  const words = await sql<{ all: number; seldom: number; commonest: number }>`
    select count(*)::int as all, count(*) filter (where n < 3)::int as seldom,
      (max(n) / sum(n))::float8 as commonest
    from (select word, count(*) as n from messages,
      regexp_split_to_table(lower(body), '[^a-z]+') word group by word) w`.execute(database.db);
  const [counted] = words.rows;
  expect(counted?.all).toBeGreaterThan(10_000);
  expect((counted?.seldom ?? 0) / (counted?.all ?? 1)).toBeGreaterThan(0.4);
  expect(counted?.commonest).toBeGreaterThan(0.03);
});

test("conversations have one to a dozen messages, three in the middle", async () => {
  const { rows } = await sql<{ mean: number; most: number; least: number }>`
    select avg(n)::float8 as mean, max(n)::int as most, min(n)::int as least
    from (select count(*) as n from messages group by ticket_id) m`.execute(database.db);
  expect(rows[0]?.mean).toBeWithin(2.6, 3.5);
  expect(rows[0]?.least).toBe(1);
  expect(rows[0]?.most).toBeWithin(8, 15);
});

testOnce("the same seed tells the same, another one something else", async () => {
  const read = async (seed: number) => {
    const other = await createTestDatabase();
    try {
      await loadBulk(other.ownerUrl, { tickets: 150, seed, now, passwordHash: null });
      const { rows } = await sql`
        select t.number, t.subject, t.status, t.created_at, u.email,
          (select string_agg(body, '|' order by created_at) from messages where ticket_id = t.id)
        from tickets t join users u on u.id = t.requester_id order by number`.execute(other.db);
      return JSON.stringify(rows);
    } finally {
      await other.drop();
    }
  };
  const [one, same, another] = [await read(1), await read(1), await read(2)];
  expect(same === one).toBe(true);
  expect(another === one).toBe(false);
});

test("a load that fails leaves nothing behind, and every index in its place", async () => {
  await sql`alter table status_spans add constraint never check (false) not valid`.execute(
    database.owner,
  );
  const people = await count(sql`select from users`);
  const again = loadBulk(database.ownerUrl, { tickets: 50, seed: 8, now, passwordHash: null });
  await expect(again).rejects.toThrow("never");
  await sql`alter table status_spans drop constraint never`.execute(database.owner);
  expect(await count(sql`select from users`)).toBe(people);
  expect(await structure()).toEqual(before);
});

async function count(rows: ReturnType<typeof sql>): Promise<number> {
  const answer = await sql<{ count: number }>`
    select count(*)::int as count from (${rows}) rows`.execute(database.db);
  return answer.rows[0]?.count ?? -1;
}

async function structure(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select indexdef as line from pg_indexes where schemaname = current_schema()
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = current_schema()::regnamespace
    order by line`.execute(database.db);
  return rows.map(({ line }) => line);
}
