import { sql } from "kysely";
import { planAutoClose, planWake } from "../../shared/tickets/automation.ts";
import { instantOf, type TicketPlan, type TicketState } from "../../shared/tickets/state.ts";
import { isOpenStatus } from "../../shared/tickets/vocabulary.ts";
import { isShown } from "../access/scope.ts";
import { givingWay } from "../access/transact.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Log } from "../log.ts";
import { spreadNews, type TicketNews } from "../notifications/news.ts";
import { type LockedTicket, lockTicket } from "./lock.ts";
import { saveTicket } from "./write.ts";

/** Tickets per transaction, so that no one waits long for a ticket. */
const slice = 20;

/** Runs on every server; tickets that one has locked are skipped by the others. */
export function startByItself(deps: {
  db: Db;
  log: Log;
  now: () => Date;
  /** Called after each run that changed something. */
  onChange: () => void;
  everyMs?: number;
}): { stop(): Promise<void> } {
  let stopping = false;
  let running = look();
  const timer = setInterval(() => {
    running = running.then(look);
  }, deps.everyMs ?? 30_000);
  timer.unref();

  async function look(): Promise<void> {
    try {
      if ((await wakeAndClose(deps.db, deps.now, () => stopping)) > 0) deps.onChange();
    } catch (error) {
      deps.log.error("tickets.by-itself-failed", {}, error);
    }
  }

  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Ends snoozes that are due and closes tickets resolved long enough. Returns how many. */
export async function wakeAndClose(
  db: Db,
  clock: () => Date,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let changed = 0;
  for (const step of [wakeSome, closeSome]) {
    let done = slice;
    while (done === slice && !isStopping()) {
      // Locks people first, as everywhere: a change of their rights may be waiting for the ticket.
      done = await givingWay(() => db.transaction().execute((tx) => step(tx, clock())));
      changed += done;
    }
  }
  return changed;
}

async function wakeSome(tx: Tx, now: Date): Promise<number> {
  const due = await sql<{ id: string }>`
    select id from tickets t where snoozed_until <= ${now}::timestamptz and ${shown}
    order by snoozed_until limit ${slice} for no key update skip locked`.execute(tx);
  const woken = await actOnEach(tx, due.rows, (ticket) => planWake(ticket, instantOf(now)));
  await spreadNews(tx, null, await newsOfWaking(tx, woken), now);
  return woken.length;
}

async function closeSome(tx: Tx, now: Date): Promise<number> {
  const due = await sql<{ id: string }>`
    select id from tickets t where status = 'resolved' and ${shown}
      and last_resolved_at <= ${now}::timestamptz
        - (select auto_close_days from desk) * interval '1 day'
    order by last_resolved_at limit ${slice} for no key update skip locked`.execute(tx);
  const closed = await actOnEach(tx, due.rows, (ticket) => planAutoClose(ticket, instantOf(now)));
  return closed.length;
}

/** Spam and merged tickets are skipped. */
const shown = isShown({});

async function actOnEach(
  tx: Tx,
  due: readonly { id: string }[],
  plan: (ticket: TicketState) => TicketPlan,
): Promise<LockedTicket[]> {
  const tickets: LockedTicket[] = [];
  for (const { id } of due) {
    const ticket = await lockTicket(tx, null, id);
    const act = { actId: Bun.randomUUIDv7(), actorId: null, plan: plan(ticket.state) };
    await saveTicket(tx, ticket, act);
    tickets.push(ticket);
  }
  return tickets;
}

/** The assignee, or without one the person who snoozed the open ticket. */
async function newsOfWaking(tx: Tx, woken: readonly LockedTicket[]): Promise<TicketNews[]> {
  const open = woken.filter(({ state }) => isOpenStatus(state.status));
  const snoozedBy = await whoSnoozed(
    tx,
    open.filter(({ state }) => state.assigneeId === null),
  );
  return open.flatMap(({ id: ticketId, state }): TicketNews[] => {
    const userId = state.assigneeId ?? snoozedBy.get(ticketId);
    return userId ? [{ kind: "woke", ticketId, userId }] : [];
  });
}

/** Snoozed tickets that are due, by id. */
async function whoSnoozed(
  tx: Tx,
  tickets: readonly LockedTicket[],
): Promise<Map<string, string | null>> {
  if (tickets.length === 0) return new Map();
  const { rows } = await sql<{ ticketId: string; userId: string | null }>`
    select distinct on (event.ticket_id) event.ticket_id as "ticketId", event.actor_id as "userId"
    from unnest(${tickets.map(({ id }) => id)}::uuid[],
        ${tickets.map(({ state }) => state.snoozedUntil)}::text[]) as woken (id, until)
      join ticket_events event on event.ticket_id = woken.id and event.kind = 'snoozed'
        and event.data ->> 'until' = woken.until
    order by event.ticket_id, event.created_at desc, event.id desc`.execute(tx);
  return new Map(rows.map(({ ticketId, userId }) => [ticketId, userId]));
}
