import { type RawBuilder, sql } from "kysely";
import type { BellKind } from "../../shared/bell.ts";
import type { SaveMacroInput } from "../../shared/schemas/macros.ts";
import type { SaveViewInput } from "../../shared/schemas/views.ts";
import type { Db, Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";
import type { FileStore } from "../files/store.ts";
import { saveMacro } from "../macros/commands.ts";
import { saveView } from "../views/commands.ts";
import { attachDemoFiles } from "./attachments.ts";
import { insertAudit } from "./audit.ts";
import { planDemoDesk } from "./desk.ts";
import { insertDeskRows } from "./insert-desk.ts";
import { insertTickets } from "./insert-tickets.ts";
import { loadDemoMails } from "./mails.ts";
import { actingAs, workTogether } from "./work-together.ts";
import { day } from "./working-hours.ts";

/** When the shared macros and views were created. */
const toolsDaysAgo = 75;

interface DemoOptions {
  now: Date;
  /** Hash of the password that all demo accounts share. */
  passwordHash: string;
  /** Without a file store nothing is attached, and no mail was received. */
  files?: FileStore;
  progress?: (done: number, total: number) => void;
}

/**
 * Fills an empty desk with the demo and marks the database as a demo. The 90 days of history are
 * written in one transaction; the most recent actions run through the product's own commands.
 */
export async function loadDemo(
  db: Db,
  { now, passwordHash, files, progress }: DemoOptions,
): Promise<void> {
  const desk = planDemoDesk(now);
  await db.transaction().execute(async (tx) => {
    const ids = await insertDeskRows(tx, desk, { now, passwordHash });
    await insertTickets(tx, desk, { now, ids, progress });
    await insertReads(tx, now);
    await insertAudit(tx, desk, { now, ids });
    await markAsDemo(tx, passwordHash);
  });
  if (files) await loadDemoMails(db, files, now);
  await saveDemoMacrosAndViews(db, new Date(now.getTime() - toolsDaysAgo * day));
  await workTogether(db, now);
  await countMailsAsSent(db);
  if (files) await attachDemoFiles(db, files);
  // No browser was connected, so the first page does not need these events.
  await db.deleteFrom("live_events").execute();
}

/** Demo people have no real mailboxes, so their mail is never sent. */
async function countMailsAsSent(db: Db): Promise<void> {
  await sql`
    update outgoing_mails set state = 'sent', attempts = 1, sent_at = created_at
    where state = 'queued'`.execute(db);
}

/** The demo's passwords are public, so a running server answers only this machine from now on. */
async function markAsDemo(tx: Tx, passwordHash: string): Promise<void> {
  await sql`update desk set is_demo = true`.execute(tx);
  await rememberDemoPassword(tx, passwordHash);
  await notifyPages(tx, "desk");
}

/** While a user has this hash, the demo answers only its own machine. */
export async function rememberDemoPassword(db: Db | Tx, passwordHash: string): Promise<void> {
  await sql`
    update desk
    set demo_password_hashes = array_append(demo_password_hashes, ${passwordHash}::text)`.execute(
    db,
  );
}

/** News from the last hours is still unread. */
const lastLookHoursAgo = 4;
const bellDays = 3;

/** Marks older tickets as read and fills the notification bells, as if people had just stopped working. */
export async function insertReads(tx: Tx, now: Date): Promise<void> {
  const lastLook = new Date(now.getTime() - lastLookHoursAgo * 60 * 60_000);
  await sql`
    insert into ticket_reads (user_id, ticket_id, seen_at)
    select concerned.user_id, concerned.ticket_id, coalesce(written.at, ${lastLook}::timestamptz)
    from (
      select user_id, ticket_id from ticket_people where user_id is not null
      union
      select assignee_id, id from tickets where assignee_id is not null
    ) concerned
    left join (
      select author_id as user_id, ticket_id, max(created_at) as at from messages
      where created_at > ${lastLook}::timestamptz group by author_id, ticket_id
    ) written using (user_id, ticket_id)
    where not exists (
      select from ticket_reads seen
      where seen.user_id = concerned.user_id and seen.ticket_id = concerned.ticket_id)
    on conflict do nothing`.execute(tx);
  const lines = await findBellLines(tx, new Date(now.getTime() - bellDays * 24 * 60 * 60_000));
  if (lines.length === 0) return;
  await tx
    .insertInto("notifications")
    .values(
      lines.map(({ userId, kind, ticketId, messageId, actorId, at }) => ({
        id: Bun.randomUUIDv7("hex", at),
        user_id: userId,
        kind,
        ticket_id: ticketId,
        message_id: messageId,
        actor_id: actorId,
        created_at: at,
        read_at: at < lastLook ? lastLook : null,
      })),
    )
    .execute();
}

interface BellLine {
  userId: string;
  kind: BellKind;
  ticketId: string;
  messageId: string | null;
  actorId: string | null;
  at: Date;
}

async function findBellLines(tx: Tx, since: Date): Promise<BellLine[]> {
  const { rows } = await sql<BellLine>`
    select t.assignee_id as "userId", 'customer-wrote' as kind, t.id as "ticketId",
      m.id as "messageId", m.author_id as "actorId", m.released_at as at
    from messages m
    join tickets t on t.id = m.ticket_id
    join users author on author.id = m.author_id and author.role = 'Customer'
    where m.released_at > ${since} and t.assignee_id is not null and m.created_at > t.created_at
      and ${notNotified(sql`t.id`)}
    union all
    select (e.data ->> 'to')::uuid, 'assigned', e.ticket_id, null, e.actor_id, e.created_at
    from ticket_events e
    where e.kind = 'assigned' and e.created_at > ${since} and e.data ->> 'to' is not null
      and (e.data ->> 'to')::uuid is distinct from e.actor_id
      and ${notNotified(sql`e.ticket_id`)}`.execute(tx);
  return rows;
}

function notNotified(ticketId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not exists (select from notifications n where n.ticket_id = ${ticketId})`;
}

/** Macros and saved views, some shared and some private. */
async function saveDemoMacrosAndViews(db: Db, now: Date): Promise<void> {
  for (const { by, ...macro } of macros)
    await saveMacro(await actingAs(db, by, now), macro, Bun.randomUUIDv7());
  for (const { by, ...view } of views) {
    const everywhere = { timeZone: null, sort: null, descending: null };
    await saveView(await actingAs(db, by, now), { ...view, ...everywhere }, Bun.randomUUIDv7());
  }
}

const adminEmail = "admin@demo.test";
const agentEmail = "agent@demo.test";

const macros: readonly (SaveMacroInput & { by: string })[] = [
  {
    by: adminEmail,
    name: "Ask for a screenshot",
    body: "Hello {{requester.firstName}},\n\ncould you send us a screenshot and the time it happened? That lets us find the entry in our log right away.\n\nBest regards\n{{agent.firstName}}",
    shared: true,
    changes: { status: "pending" },
  },
  {
    by: adminEmail,
    name: "Known issue, fix in progress",
    body: "Hello {{requester.firstName}},\n\nthanks for reporting this. It's a known issue and we're working on a fix. I'll update you here as soon as it's out; there's nothing you need to do until then.\n\n{{agent.firstName}}",
    shared: true,
    changes: { status: "on-hold", addTags: ["known-problem"] },
  },
  {
    by: adminEmail,
    name: "No reply, resolving for now",
    body: "Hello {{requester.firstName}},\n\nI haven't heard back from you, so I'm marking {{ticket.number}} as resolved. If you still need help, just reply here and it comes straight back to me.\n\n{{agent.firstName}}",
    shared: true,
    changes: { status: "resolved" },
  },
  {
    by: agentEmail,
    name: "Scanner: reset and pair again",
    body: "Hello {{requester.firstName}},\n\nplease hold **power** and **volume down** for ten seconds until the scanner restarts, then scan the code under *Settings → Devices → Pair*. It takes about two minutes and keeps the settings.\n\n{{agent.firstName}}",
    shared: false,
    changes: { status: "pending", assignee: "me", addTags: ["scanner"] },
  },
];

const views: readonly (Pick<SaveViewInput, "name" | "q" | "shared"> & { by: string })[] = [
  { by: adminEmail, name: "Overdue", q: "is:overdue", shared: true },
  {
    by: adminEmail,
    name: "Urgent and unassigned",
    q: "priority:urgent,high is:unassigned is:open",
    shared: true,
  },
  { by: adminEmail, name: "Rated this month", q: "has:rating resolved:>-30d", shared: false },
  {
    by: agentEmail,
    name: "Harbour, open",
    q: 'company:"Harbour Logistics" is:open',
    shared: false,
  },
  {
    by: agentEmail,
    name: "My waiting for customers",
    q: "assignee:me waiting:customer",
    shared: false,
  },
];
