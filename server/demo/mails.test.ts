import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { heldReasons } from "../../shared/inbound-mail.ts";
import { setUpTestFiles } from "../../tests/support/mail-desk.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { listReceived, listReceivedDays } from "../mail/mailboxes/received.ts";
import { demoMails } from "./content.ts";
import { loadDemo } from "./load-demo.ts";
import { actingAs } from "./work-together.ts";

const now = new Date("2026-11-18T14:30:00Z");
const database = setUpTestDatabase();
const store = setUpTestFiles();

beforeAll(async () => {
  await loadDemo(database.db, { now, passwordHash: "a hash", files: store });
}, 90_000);

async function rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(database.db)).rows;
}

const ofConversation = async (key: string) => {
  const { subject } = demoMails.conversations.find((each) => each.key === key) ?? {};
  return await database.db
    .selectFrom("tickets")
    .selectAll()
    .where("subject", "=", subject ?? "")
    .executeTakeFirstOrThrow();
};

test("the demo's mailbox is paused and has no server", async () => {
  const [mailbox, ...others] = await database.db.selectFrom("mailboxes").selectAll().execute();
  expect(others).toEqual([]);
  expect(mailbox).toMatchObject({ receives: "none", paused_at: now, is_default: true });
  expect(await database.db.selectFrom("mailbox_servers").selectAll().execute()).toEqual([]);
});

test("what the mailbox received adds up to tickets, messages and held mails", async () => {
  const deps = await actingAs(database.db, "admin@demo.test", now);
  const days = await listReceivedDays(deps, "UTC");
  const sum = (part: (day: (typeof days)[number]) => number) =>
    days.reduce((all, day) => all + part(day), 0);
  const mails = demoMails.conversations.flatMap(({ turns }) => turns.filter((t) => "from" in t));
  const tickets = demoMails.conversations.length;
  expect({
    received: sum((day) => day.received),
    tickets: sum((day) => day.tickets),
    messages: sum((day) => day.messages),
    held: sum((day) => day.held),
    beingRead: sum((day) => day.beingRead),
  }).toEqual({
    received: mails.length + heldReasons.length,
    tickets,
    messages: mails.length - tickets,
    held: heldReasons.length,
    beingRead: 0,
  });
  for (const outcome of ["ticket", "message", "held"] as const) {
    const found = await listReceived(deps, { outcome, timeZone: "UTC", limit: 100 });
    expect(found.mails).toHaveLength(sum((day) => day[`${outcome}s` as "tickets"] ?? day.held));
  }
});

test("one mail is held for each reason, and each has its original", async () => {
  const held = await rows(sql<{ reason: string; whole: boolean }>`
    select reason, content_id is not null and raw_size > 0 as whole from inbound_mails
    where state = 'held'`);
  expect(held.map(({ reason }) => reason).sort()).toEqual([...heldReasons].sort());
  expect(held.every(({ whole }) => whole)).toBe(true);
});

test("an answer by mail is a message with its quote folded, and an image is shown within the text", async () => {
  const { id } = await ofConversation("short-delivery");
  const [first, , second] = await rows(sql<{
    html: string | null;
    rest: string | null;
    body: string;
  }>`
    select mail.html, mail.rest_html as rest, m.body from messages m
    left join message_mails mail on mail.message_id = m.id
    where m.ticket_id = ${id}::uuid order by m.created_at`);
  const [image] = await rows(sql<{ id: string }>`
    select f.id from files f join messages m on m.id = f.message_id
    where m.ticket_id = ${id}::uuid and f.is_inline`);
  expect(first?.html).toContain(`src="/node/files/${image?.id}"`);
  expect(first?.html).toContain("<table");
  expect(second?.rest).toContain("number that is printed");
  expect(second?.html).not.toContain("number that is printed");
  const outlook = await ofConversation("october-invoice");
  const [answer] = await rows(sql<{ rest: string | null }>`
    select mail.rest_html as rest from message_mails mail join messages m on m.id = mail.message_id
    where m.ticket_id = ${outlook.id}::uuid order by m.created_at desc limit 1`);
  expect(answer?.rest).toContain("Settings → Billing");
  // It had been resolved, and the customer wrote again.
  expect(outlook.status).toBe("open");
});

test("people are copied, a stranger is held on the ticket, and one address was not reached", async () => {
  const { id } = await ofConversation("short-delivery");
  const copied = await rows(sql<{ address: string }>`
    select address from ticket_people where ticket_id = ${id}::uuid and address is not null`);
  expect(copied.map(({ address }) => address).sort()).toEqual([
    ...["dock@ctt-cargo.test", "rui@harbour.test"],
  ]);
  const folded = await rows(sql<{ reason: string }>`
    select reason from inbound_mails where ticket_id = ${id}::uuid and state = 'held'`);
  expect(folded.map(({ reason }) => reason).sort()).toEqual(["automatic", "stranger"]);
  const failed = await rows(sql<{ to_address: string; error: string }>`
    select to_address, error from outgoing_mails where state = 'failed'`);
  expect(failed).toEqual([
    { to_address: "packing@kestrel.test", error: "550 5.1.1 No such mailbox" },
  ]);
  const queued = await rows(sql`select from outgoing_mails where state = 'queued'`);
  expect(queued).toEqual([]);
});

test("ticket numbers rise with time, also across the tickets that came by mail", async () => {
  const wrong = await rows(sql`
    select from tickets a join tickets b on b.number = a.number + 1
    where b.created_at < a.created_at`);
  expect(wrong).toEqual([]);
  const [{ lowest, highest, count } = { lowest: 0, highest: 0, count: 0 }] = await rows(sql<{
    lowest: number;
    highest: number;
    count: number;
  }>`select min(number)::int as lowest, max(number)::int as highest, count(*)::int as count
    from tickets`);
  expect(highest - lowest + 1).toBe(count);
});
