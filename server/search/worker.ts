import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { isTimeout } from "../db/connection/client.ts";
import type { Db, Tx } from "../db/database.ts";
import { createWakeup } from "../live/wakeup.ts";
import type { Log } from "../log.ts";
import { rebuildSlice } from "./change-language.ts";
import { rebuildTickets } from "./indexer.ts";

export interface SearchWorker {
  /** Resolves when nothing is waiting; for tests. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Between two checks for changed tickets. */
const idleMs = 200;
const awayMs = 2000;
const slice = 200;

/** False where the database is away, full or busy: then the next try may succeed. */
function isFaultOfTickets(error: unknown): boolean {
  return !(error instanceof AppError && error.code === "unavailable") || isTimeout(error);
}

/** Keeps the search index up to date while the server runs. */
export function startSearchWorker({ db, log }: { db: Db; log: Log }): SearchWorker {
  const wakeup = createWakeup();
  let stopping = false;
  let size = slice;
  let isUnreachable = false;
  let waitingToSettle: (() => void)[] = [];

  async function work(): Promise<void> {
    while (!stopping) {
      const asked = waitingToSettle;
      const done = await step();
      if (done === 0 && !isUnreachable) resolveAll(asked);
      // A pause after each slice, so that a long backlog leaves the database to people.
      await wakeup.wait(pauseAfter(done));
    }
  }

  function pauseAfter(done: number): number {
    if (isUnreachable) return awayMs;
    return done === 0 ? idleMs : 5;
  }

  async function step(): Promise<number> {
    try {
      const done = (await indexSome(db, size)) || (await rebuildAll());
      size = Math.min(slice, size * 2);
      isUnreachable = false;
      return done;
    } catch (error) {
      return await recover(error);
    }
  }

  async function rebuildAll(): Promise<number> {
    try {
      return await rebuildSome(db, slice);
    } catch {
      // The queue tries them one by one.
      return await rebuildSome(db, slice, true);
    }
  }

  /** Tries one ticket alone: if that fails, it is skipped so that it does not hold up the others. */
  async function recover(error: unknown): Promise<number> {
    if (!isFaultOfTickets(error)) return wait(error);
    try {
      size = 1;
      const first = await indexFirst(db, isFaultOfTickets);
      // No ticket of the queue caused the error.
      if (!first) return wait(error);
      const { ticketId } = first;
      if (first.error) log.error("search.ticket-skipped", { ticketId }, first.error);
      isUnreachable = false;
      return 1;
    } catch (away) {
      return wait(away);
    }
  }

  function wait(error: unknown): number {
    if (!isUnreachable) log.error("search.queue-unreachable", {}, error);
    isUnreachable = true;
    return 0;
  }

  function resolveAll(asked: (() => void)[]): void {
    waitingToSettle = waitingToSettle.filter((waiting) => !asked.includes(waiting));
    for (const settle of asked) settle();
  }

  const worked = work();
  return {
    settled() {
      if (stopping) return Promise.resolve();
      return new Promise((resolve) => {
        waitingToSettle = [...waitingToSettle, resolve];
      });
    },
    async stop() {
      stopping = true;
      wakeup.wake();
      await worked;
      resolveAll(waitingToSettle);
    },
  };
}

/** One server at a time: of two that index the same ticket, the older state could be written last. */
const queueLock = 7_368_645_223;

/** No ticket is indexed until this transaction ends. Taken before any ticket's lock. */
export async function lockSearchIndex(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(queueLock)})`.execute(tx);
}

/**
 * Indexes changed tickets, latest change first, in one short transaction. Returns how many: 0 where
 * none are waiting or another server is indexing.
 */
export async function indexSome(db: Db, atMost: number): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const ticketIds = await take(tx, atMost);
    if (ticketIds.length > 0) await rebuildTickets(tx, ticketIds);
    return ticketIds.length;
  });
}

/**
 * Indexes the first ticket of the queue alone. If it cannot be indexed it is removed from the queue
 * and returned with the error, in one transaction, since another ticket may be first in the next.
 */
async function indexFirst(
  db: Db,
  isFaultOfTicket: (error: unknown) => boolean,
): Promise<{ ticketId: string; error?: unknown } | null> {
  return await db.transaction().execute(async (tx) => {
    const [ticketId] = await take(tx, 1);
    if (ticketId === undefined) return null;
    await sql`savepoint taken`.execute(tx);
    try {
      await rebuildTickets(tx, [ticketId]);
      return { ticketId };
    } catch (error) {
      if (!isFaultOfTicket(error)) throw error;
      await sql`rollback to savepoint taken`.execute(tx);
      return { ticketId, error };
    }
  });
}

/** Indexes the next tickets again after a change of language. */
export async function rebuildSome(db: Db, atMost: number, alone = false): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(queueLock)}) as locked
      where exists (select from search_rebuild where ended_at is null)`.execute(tx);
    return rows[0]?.locked ? ((await rebuildSlice({ tx, alone, atMost })) ?? 0) : 0;
  });
}

async function take(tx: Tx, atMost: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with mine as materialized (
      select pg_try_advisory_xact_lock(${sql.lit(queueLock)}) as locked
      where exists (select from ticket_search_queue)
    ),
    next as materialized (
      select id, ticket_id from ticket_search_queue where (select locked from mine)
      order by id desc limit (select ${atMost}::int)
    ),
    -- Other entries of the same tickets too: indexing covers them.
    taken as (
      delete from ticket_search_queue
      where ticket_id in (select ticket_id from next) returning ticket_id
    )
    select distinct ticket_id as id from taken`.execute(tx);
  return rows.map(({ id }) => id);
}
