import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { auditActs } from "../../shared/audit.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { listAudit } from "../audit/queries.ts";
import { listMails } from "../mail/sent-mails.ts";
import { countSavedViews, listViews } from "../views/queries.ts";
import { planDemoDesk } from "./desk.ts";
import { loadDemo } from "./load-demo.ts";
import { actingAs } from "./work-together.ts";
import { day } from "./working-hours.ts";

const now = new Date("2026-11-18T14:30:00Z");
const database = setUpTestDatabase();
const progress: [number, number][] = [];

beforeAll(async () => {
  await loadDemo(database.db, {
    now,
    passwordHash: "a hash",
    progress: (done, total) => progress.push([done, total]),
  });
}, 60_000);

async function count(condition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.raw(condition)}`.execute(database.db);
  return rows[0]?.count ?? -1;
}

test("the demo is loaded and the database is marked as a demo", async () => {
  const desk = planDemoDesk(now);
  expect(await count("desk where is_demo")).toBe(1);
  expect(await count("users")).toBe(60);
  expect(await count("companies")).toBe(desk.companies.length);
  // Plus one duplicate ticket that was merged.
  expect(await count("tickets")).toBe(401);
  const acts = desk.tickets.flatMap((ticket) => ticket.acts);
  expect(await count("messages where kind = 'public'")).toBe(
    acts.filter(({ kind }) => kind === "reply").length + 1,
  );
  expect(await count("messages where kind = 'note'")).toBe(
    // A mention, and the notes a merge writes on both tickets.
    acts.filter(({ kind }) => kind === "note").length + 3,
  );
  expect(progress.at(-1)).toEqual([400, 400]);
});

test("its mails count as sent", async () => {
  expect(await count("outgoing_mails where state = 'sent' and sent_at = created_at")).toBe(3);
  expect(await count("outgoing_mails where state <> 'sent'")).toBe(0);
});

test("the audit log does not claim that demo mails were sent", async () => {
  const { mails } = await listMails({ db: database.db, sending: false }, { limit: 10 });
  expect(mails.map(({ state }) => state)).toEqual(["demo", "demo", "demo"]);
});

test("ticket numbers start at 1001, rise with time, and continue for the next ticket", async () => {
  expect(await count("tickets where number between 1001 and 1401")).toBe(401);
  expect(
    await count(
      "tickets a join tickets b on b.number = a.number + 1 where b.created_at < a.created_at",
    ),
  ).toBe(0);
  const { rows } = await sql<{
    next: number;
  }>`select nextval('ticket_numbers')::int as next`.execute(database.db);
  expect(rows).toEqual([{ next: 1402 }]);
});

test("ids sort by time", async () => {
  for (const table of ["tickets", "messages", "ticket_events"]) {
    expect(
      await count(`(select created_at, lag(created_at) over (order by id) as before from ${table}) x
        where before > created_at`),
    ).toBe(0);
  }
});

test("invited users have no password, all others have one", async () => {
  expect(await count("users where (password_hash is null) <> (state = 'invited')")).toBe(0);
  expect(await count("users where last_seen_at > '2026-11-18T14:30:00Z'")).toBe(0);
  expect(await count("users where created_at > last_seen_at")).toBe(0);
});

test("invited users have a valid invitation that was sent again", async () => {
  const good = `select from links l join users u on u.id = l.user_id
    join audit_log a on a.subject_id = u.id and a.act = 'user.invited'
    where l.kind = 'invitation' and l.created_at = a.at and l.expires_at > '2026-11-18T14:30:00Z'`;
  const invited = await count("users where state = 'invited'");
  expect(invited).toBeGreaterThan(2);
  expect(await count(`(${good}) x`)).toBe(invited);
});

test("no one wrote before their account existed", async () => {
  expect(
    await count("messages m join users u on u.id = m.author_id where m.created_at < u.created_at"),
  ).toBe(0);
});

test("ticket rows match a recount of messages and spans", async () => {
  expect(
    await count(`tickets t join lateral (
      select min(m.released_at) filter (where u.role <> 'Customer') as first_reply,
        max(m.released_at) filter (where u.role <> 'Customer') as last_reply,
        count(*) filter (where u.role <> 'Customer') as replies,
        max(m.released_at) filter (where u.role = 'Customer') as last_customer
      from messages m join users u on u.id = m.author_id
      where m.ticket_id = t.id and m.kind = 'public'
    ) m on true
    where t.merged_into_id is null and (t.first_staff_reply_at, t.last_staff_reply_at, t.staff_reply_count::bigint, t.last_customer_message_at)
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

test("ticket people are the requester and followers, with customers of the ticket's company only", async () => {
  expect(
    await count(`ticket_people p join tickets t on t.id = p.ticket_id join users u on u.id = p.user_id
      where u.role = 'Customer' and not exists (
        select from user_companies c where c.user_id = u.id and c.company_id = t.company_id)`),
  ).toBe(0);
});

const isThere: Record<string, string> = {
  "a conversation of several messages": `(
    select from messages where kind = 'public' group by ticket_id having count(*) > 5) x`,
  "a note": "messages where kind = 'note'",
  "a ticket that went into another, with its words":
    "merges m join messages w on w.home_ticket_id = m.source_id and w.ticket_id = m.target_id",
  "tickets that are related": "ticket_links where kind = 'related'",
  "a ticket that is a part of another": "ticket_links where kind = 'parent-of'",
  "a snoozed ticket": "tickets where snoozed_until > '2026-11-18T14:30:00Z'",
  "a ticket that is overdue for our reply": `tickets where status in ('new', 'open')
    and waiting_for = 'us' and waiting_since < '2026-11-17T14:30:00Z'`,
  "good ratings": "tickets where rating = 'good'",
  "bad ratings": "tickets where rating = 'bad'",
  "followers among staff": `ticket_people p join users u on u.id = p.user_id
    where u.role <> 'Customer'`,
  "a mention, marked and in the bell": `message_mentions m
    join messages w on w.id = m.message_id
    join ticket_reads r on r.ticket_id = w.ticket_id and r.user_id = m.user_id and r.mentioned
    join notifications n on n.message_id = w.id and n.user_id = m.user_id and n.read_at is null`,
  "assignments in the bell": "notifications where kind = 'assigned'",
  "customers' messages in the bell, some unread":
    "notifications where kind = 'customer-wrote' and read_at is null",
  "tickets that someone has seen": "ticket_reads where seen_at is not null",
  "tickets with news since": `ticket_reads r join messages m on m.ticket_id = r.ticket_id
    where m.created_at > r.seen_at and m.author_id <> r.user_id`,
  "macros for all": "macros where shared",
  "private macros": "macros where not shared",
  "views for all": "saved_views where shared",
  "private views": "saved_views where not shared",
};

test.each(Object.entries(isThere))("there is: %s", async (_, rows) => {
  expect(await count(rows)).toBeGreaterThan(0);
});

test("the audit log covers the last year and existing records, each after its creation", async () => {
  const { rows } = await listAudit(database.db, { limit: 1000 });
  const acts = new Set(rows.map(({ act }) => act));
  for (const act of [
    "session.signed-in",
    "session.sign-in-failed",
    "user.created",
    "desk.updated",
  ]) {
    expect(acts).toContain(act);
  }
  for (const act of acts) expect(Object.keys(auditActs)).toContain(act);
  const times = rows.map(({ at }) => Date.parse(at));
  expect(Math.max(...times)).toBeLessThan(now.getTime());
  expect(Math.min(...times)).toBeGreaterThan(now.getTime() - 366 * day);
  const created = "audit_log l join users u on u.id = l.subject_id and l.act = 'user.created'";
  expect(await count(`${created} where l.at = u.created_at`)).toBe(
    await count(
      `users where created_at > '${now.toISOString()}'::timestamptz - interval '365 days'`,
    ),
  );
  const acting = "audit_log l join users u on u.id = l.actor_id";
  expect(await count(`${acting} where l.at < u.created_at or u.state = 'invited'`)).toBe(0);
  const ended = `audit_log gone where gone.act in ('user.updated', 'company.archived')`;
  expect(await count(ended)).toBe(
    (await count("users where state = 'disabled'")) +
      (await count("companies where state = 'archived'")),
  );
  expect(
    await count(`messages m join audit_log l on l.subject_id = m.author_id
      where l.act = 'user.updated' and m.created_at > l.at`),
  ).toBe(0);
});

test("its saved views find tickets", async () => {
  const deps = await actingAs(database.db, "admin@demo.test", now);
  const { views } = await listViews(deps);
  const { counts } = await countSavedViews(deps);
  expect(views.length).toBeGreaterThan(2);
  expect(counts[views.find(({ name }) => name === "Overdue")?.id ?? ""]).toBeGreaterThan(0);
  expect(Object.values(counts)).not.toContain(null);
});

test("a second load is refused and changes nothing", async () => {
  await expect(loadDemo(database.db, { now, passwordHash: "another" })).rejects.toThrow();
  expect(await count("tickets")).toBe(401);
  expect(await count("users where password_hash = 'another'")).toBe(0);
});
