import { sql } from "kysely";
import { planRelease } from "../../shared/tickets/reply.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import { isShown } from "../access/scope.ts";
import type { Db, Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { createWakeup } from "../live/wakeup.ts";
import type { Log } from "../log.ts";
import { spreadNews } from "../notifications/news.ts";
import { lockTicket } from "./lock.ts";
import { saveTicket } from "./write.ts";

interface ReleaseWorker {
  stop(): Promise<void>;
}

interface ReleaseWorkerOptions {
  db: Db;
  log: Log;
  now: () => Date;
  /** Called when something became public. */
  onRelease?: () => void;
}

/** Twice within the delay, so that replies by other servers are known before they are due. */
const idleMs = releaseDelayMs / 2;

/** If a due reply is locked by someone else. */
const heldMs = 50;

/**
 * Releases replies while the server runs, alongside the workers of other servers. Replies that
 * became due while no server ran are released at the next start.
 */
export function startReleaseWorker(options: ReleaseWorkerOptions): ReleaseWorker {
  const { db, log, now, onRelease } = options;
  const wakeup = createWakeup();
  let stopping = false;
  let failing = false;

  async function run(): Promise<void> {
    while (!stopping) await wakeup.wait(await releaseAll());
  }

  /** When to look again. */
  async function releaseAll(): Promise<number> {
    try {
      while (!stopping && (await releaseReply(db, now()))) onRelease?.();
      const next = await nextRelease(db);
      failing = false;
      return next === null ? idleMs : Math.min(Math.max(next, heldMs), idleMs);
    } catch (error) {
      if (!failing) log.error("tickets.release-failed", {}, error);
      failing = true;
      return heldMs * 20;
    }
  }

  const running = run();

  return {
    async stop() {
      stopping = true;
      wakeup.wake();
      await running;
    },
  };
}

/**
 * Releases the reply that has waited longest, if it is due by the database's clock. Skips tickets
 * that another server or the reply's author has locked.
 */
export async function releaseReply(db: Db, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const due = await takeDue(tx);
    if (!due) return false;
    await releaseMessage(tx, due, now);
    return true;
  });
}

/** Makes a reply public and sends it, whether its time has come or not. */
export async function releaseMessage(tx: Tx, due: Due, now: Date): Promise<void> {
  const ticket = await lockTicket(tx, null, due.ticketId);
  const plan = planRelease(ticket.state, due.sentAt, instantOf(now));
  await tx
    .updateTable("messages")
    .set({ released_at: sql<Date>`${plan.at}::text::timestamptz` })
    .where("id", "=", due.id)
    .execute();
  await saveTicket(tx, ticket, {
    actId: Bun.randomUUIDv7(),
    actorId: due.authorId,
    plan,
    message: { id: due.id, type: "message.published" },
  });
  await spreadNews(
    tx,
    { id: due.authorId },
    [{ kind: "reply-released", ticketId: ticket.id, messageId: due.id }],
    now,
  );
}

interface Due {
  id: string;
  ticketId: string;
  authorId: string;
  sentAt: string;
}

async function takeDue(tx: Tx): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select m.id, m.ticket_id as "ticketId", m.author_id as "authorId",
      ${isoTime(sql`m.created_at`)} as "sentAt"
    from messages m join tickets t on t.id = m.ticket_id
    where ${isReplyWaiting} and m.release_at <= clock_timestamp()
    order by m.release_at limit 1
    for no key update of m, t skip locked`.execute(tx);
  return rows[0];
}

/** Milliseconds until the next reply is due, negative if it is; null if none waits. */
export async function nextRelease(db: Db): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select ceil(extract(epoch from min(m.release_at) - clock_timestamp()) * 1000)::float8 as ms
    from messages m join tickets t on t.id = m.ticket_id
    where ${isReplyWaiting}`.execute(db);
  return rows[0]?.ms ?? null;
}

/**
 * Spelled as in the partial index, for message `m` in ticket `t`. Redacted messages and those of
 * hidden tickets are not released.
 */
export const isReplyWaiting = sql<boolean>`m.kind = 'public' and m.released_at is null and m.redacted_at is null
  and m.release_at is not null and ${isShown({})}`;
