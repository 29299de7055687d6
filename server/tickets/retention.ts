import { type RawBuilder, sql } from "kysely";
import type { OldTicketAction, OldTicketCount, OldTicketRun } from "../../shared/desk.ts";
import type { CountOldTicketsInput } from "../../shared/schemas/desk.ts";
import { givingWay } from "../access/transact.ts";
import { isTimeout } from "../db/connection/client.ts";
import type { Db, Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { hasWebhooks } from "../events/webhook-events.ts";
import type { Log } from "../log.ts";
import { lockSearchIndex } from "../search/worker.ts";
import { anonymiseTickets, deleteTickets, ensureRemovedPerson } from "./remove-tickets.ts";

interface Rule {
  action: OldTicketAction;
  months: number;
}

/** Tickets per transaction. Tickets merged into them come on top. */
const slice = 100;
/** Between two transactions: open pages and the search index follow. */
const pauseMs = 50;
/** So that tickets that become old during the day are in one run, and in one entry of the audit log. */
const pauseBetweenRuns = sql`interval '1 day'`;

interface RetentionDeps {
  db: Db;
  log: Log;
  now: () => Date;
  /** Called after each transaction that changed something. */
  onChange: () => void;
  isStopped?: () => boolean;
  slice?: number;
}

/**
 * Anonymises or deletes tickets closed for longer than the setting allows. A run continues where it ended, on any
 * server, and ends when the setting changes.
 */
export async function removeOldTickets(deps: RetentionDeps): Promise<void> {
  const { db, log, now, onChange, isStopped = () => false } = deps;
  let size = deps.slice ?? slice;
  while (!isStopped()) {
    try {
      const step = await givingWay(() =>
        db.transaction().execute((tx) => takeStep(tx, now(), size)),
      );
      if (step.ended) log.info("tickets.old-removed", { ...step.ended });
      if (step.isChanged) onChange();
      if (!step.goesOn) return;
      await Bun.sleep(pauseMs);
    } catch (error) {
      // A few tickets have so many messages that a statement takes too long for all of them.
      if (!isTimeout(error) || size === 1) throw error;
      size = 1;
    }
  }
}

interface Step {
  goesOn: boolean;
  isChanged: boolean;
  /** The run that this step ended. */
  ended: (Rule & OldTicketCount) | null;
}

const nothing: Step = { goesOn: false, isChanged: false, ended: null };

async function takeStep(tx: Tx, now: Date, size: number): Promise<Step> {
  // A change of the setting waits until this ends, and nothing more is removed after it.
  const rule = await lockRule(tx);
  const run = await lockRun(tx);
  // Another server is working on it.
  if (!run) return nothing;
  if (!rule) {
    const ended = run.isRunning ? await endRun(tx, now) : null;
    // Turned on again, it runs immediately.
    if (run.nextAt) await tx.updateTable("ticket_retention").set({ next_at: null }).execute();
    return { ...nothing, ended };
  }
  if (run.isRunning && !isSame(run.rule, rule)) {
    return { goesOn: true, isChanged: false, ended: await endRun(tx, now) };
  }
  if (run.isPaused) return nothing;
  const isResting = run.nextAt !== null && run.nextAt > now && isSame(run.rule, rule);
  if (!run.isRunning && isResting) return nothing;

  await lockSearchIndex(tx);
  if (rule.action === "anonymise") await ensureRemovedPerson(tx, now);
  const taken = await lockOldTickets(tx, rule, now, size);
  const isChanged = taken.ids.length > 0;
  if (isChanged) {
    if (!run.isRunning) await beginRun(tx, rule, now);
    await removeTickets(tx, taken.ids, rule, now);
  }
  const goesOn = taken.found === size;
  const isOver = !goesOn && (run.isRunning || isChanged);
  return { goesOn, isChanged, ended: isOver ? await endRun(tx, now) : null };
}

async function removeTickets(tx: Tx, ids: readonly string[], rule: Rule, now: Date): Promise<void> {
  const count = await countRows(tx, sql`select unnest(${[...ids]}::uuid[])`, rule);
  await notifyOfTickets(tx, ids, rule, now);
  if (rule.action === "delete") await deleteTickets(tx, ids, now);
  else await anonymiseTickets(tx, ids, `Removed after ${rule.months} months`, now);
  await sql`
    update ticket_retention set tickets = tickets + ${count.tickets},
      messages = messages + ${count.messages}, files = files + ${count.files}`.execute(tx);
}

/** What a run with this rule would remove now. */
export async function countOldTickets(
  db: Db,
  rule: CountOldTicketsInput,
  now: Date,
): Promise<OldTicketCount> {
  return await countRows(db, sql`select t.id from tickets t where ${isOld(rule, now)}`, rule);
}

/** The run in progress, or the last one; null before the first. */
export async function readOldTicketRun(db: Db): Promise<OldTicketRun | null> {
  const row = await db.selectFrom("ticket_retention").selectAll().executeTakeFirstOrThrow();
  if (!row.action || !row.months || !row.started_at) return null;
  const { action, months, tickets, messages, files } = row;
  return {
    action,
    months,
    tickets,
    messages,
    files,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/**
 * Tickets merged into another go with it, whenever they were closed. A later message counts like closing again, and
 * tickets in which a reply or a received mail is on its way are left for the next run.
 */
function isOld({ action, months }: Rule, now: Date): RawBuilder<boolean> {
  const limit = sql`${now}::timestamptz - make_interval(months => ${months}::int)`;
  return sql`
    t.merged_into_id is null and t.status in ('resolved', 'closed')
    and coalesce(t.last_resolved_at, t.closed_at) < ${limit}
    and coalesce(greatest(t.last_staff_reply_at, t.last_customer_message_at), '-infinity') < ${limit}
    and t.id not in (
      select ticket_id from messages
      where kind = 'public' and released_at is null and redacted_at is null
        and release_at > ${now}::timestamptz - interval '1 hour'
      union all
      select wanted_ticket_id from inbound_mails
      where state = 'stored' and wanted_ticket_id is not null)
    ${action === "anonymise" ? sql`and (t.anonymised_at is null or t.anonymised_at < t.updated_at)` : sql``}`;
}

/** `concerned`, after `with recursive`: these tickets and all that are merged into them. */
function withMerged(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    concerned (id) as (
      ${ids}
      union
      select t.id from tickets t join concerned on t.merged_into_id = concerned.id
    )`;
}

/** Redacted messages and files have nothing left to anonymise. */
async function countRows(
  db: Db | Tx,
  ids: RawBuilder<unknown>,
  { action }: Rule,
): Promise<OldTicketCount> {
  const isLeft = action === "delete" ? sql`true` : sql`m.redacted_at is null`;
  const { rows } = await sql<OldTicketCount>`
    with recursive ${withMerged(ids)}
    select (select count(*)::int from concerned) as tickets,
      (select count(*)::int from messages m join concerned on concerned.id = m.ticket_id
        where ${isLeft}) as messages,
      (select count(*)::int from files f join messages m on m.id = f.message_id
        join concerned on concerned.id = m.ticket_id
        where f.redacted_at is null) as files`.execute(db);
  return rows[0] ?? { tickets: 0, messages: 0, files: 0 };
}

interface Taken {
  /** Old tickets found, locked or not: fewer than asked for means that these are the last. */
  found: number;
  /** Those that are still old under their lock, and all that are merged into them. */
  ids: string[];
}

async function lockOldTickets(tx: Tx, rule: Rule, now: Date, limit: number): Promise<Taken> {
  const { rows: found } = await sql<{ id: string }>`
    select t.id from tickets t where ${isOld(rule, now)}
    order by coalesce(t.last_resolved_at, t.closed_at) limit ${limit}
    for update of t skip locked`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    with recursive ${withMerged(sql`
      select t.id from tickets t
      where t.id = any(${found.map(({ id }) => id)}::uuid[]) and ${isOld(rule, now)}`)}
    select t.id from tickets t join concerned using (id) order by t.id for update of t`.execute(tx);
  return { found: found.length, ids: rows.map(({ id }) => id) };
}

/** Open pages of these tickets and lists with them load again. */
async function notifyOfTickets(
  tx: Tx,
  ids: readonly string[],
  { action }: Rule,
  now: Date,
): Promise<void> {
  await sql`
    insert into live_events (id, topic, subject_id, number, version, audience, company_ids, people_ids)
    select gen_random_uuid(), 'ticket', t.id, t.number, t.version + 1, 'everyone',
      array_remove(array[t.company_id], null),
      array(select user_id from ticket_people where ticket_id = t.id and user_id is not null)
    from tickets t
    where t.id = any(${[...ids]}::uuid[]) and ${isVisible}`.execute(tx);
  if (action === "delete") return;
  const changes = { fields: ["subject", "requester", "messages"] };
  await sql`
    insert into webhook_events (id, type, subject_id, version, changes, at)
    select gen_random_uuid(), 'ticket.updated', t.id, t.version + 1,
      ${JSON.stringify(changes)}::text::jsonb, ${now}::timestamptz
    from tickets t
    where t.id = any(${[...ids]}::uuid[]) and ${isVisible} and ${hasWebhooks}`.execute(tx);
}

const isVisible = sql`t.spam_at is null and t.merged_into_id is null`;

async function lockRule(tx: Tx): Promise<Rule | null> {
  const { old_tickets: action, old_ticket_months: months } = await tx
    .selectFrom("desk")
    .select(["old_tickets", "old_ticket_months"])
    .forKeyShare()
    .executeTakeFirstOrThrow();
  return action && { action, months };
}

interface LockedRun {
  rule: Rule | null;
  isRunning: boolean;
  nextAt: Date | null;
  /** After a restore, nothing is removed until someone has resumed the desk. */
  isPaused: boolean;
}

async function lockRun(tx: Tx): Promise<LockedRun | null> {
  const row = await tx
    .selectFrom("ticket_retention")
    .selectAll()
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return null;
  const { paused_at } = await tx
    .selectFrom("recovery_state")
    .select("paused_at")
    .executeTakeFirstOrThrow();
  const { action, months } = row;
  return {
    rule: action && months ? { action, months } : null,
    isRunning: row.started_at !== null && row.ended_at === null,
    nextAt: row.next_at,
    isPaused: paused_at !== null,
  };
}

function isSame(one: Rule | null, other: Rule | null): boolean {
  return one?.action === other?.action && one?.months === other?.months;
}

async function beginRun(tx: Tx, { action, months }: Rule, now: Date): Promise<void> {
  await tx
    .updateTable("ticket_retention")
    .set({
      action,
      months,
      tickets: 0,
      messages: 0,
      files: 0,
      started_at: now,
      ended_at: null,
      next_at: sql<Date>`${now}::timestamptz + ${pauseBetweenRuns}`,
    })
    .execute();
}

/** With its entry in the audit log. */
async function endRun(tx: Tx, now: Date): Promise<(Rule & OldTicketCount) | null> {
  const { action, months, tickets, messages, files } = await tx
    .updateTable("ticket_retention")
    .set({ ended_at: now })
    .returning(["action", "months", "tickets", "messages", "files"])
    .executeTakeFirstOrThrow();
  if (!action || !months) return null;
  const counts = { months, tickets, messages, files };
  await recordAct(
    tx,
    {
      act: action === "delete" ? "ticket.old-deleted" : "ticket.old-anonymised",
      actorId: null,
      subject: { kind: "desk", id: null },
      fields: Object.keys(counts),
      values: { before: counts },
      tells: "desk",
    },
    { now, requestId: Bun.randomUUIDv7() },
  );
  return { action, ...counts };
}
