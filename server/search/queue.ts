import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { rebuildSlice } from "./change-language.ts";
import { rebuildTickets } from "./rebuild.ts";

/** One server at a time: two that read the same ticket could write the older state last. */
const queueLock = 7_368_645_223;

/**
 * Reads the tickets anew that changed, the latest change first, in one short transaction.
 * Tells how many; none where nothing waits or another server is at it.
 */
export async function indexSome(db: Db, atMost: number): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const ticketIds = await take(tx, atMost);
    if (ticketIds.length > 0) await rebuildTickets(tx, ticketIds);
    return ticketIds.length;
  });
}

/**
 * The one that stands first, alone: which one, if any. Where what it holds cannot be read it is given
 * up, and that is told. In the same transaction, since by the next one another may stand first.
 */
export async function indexFirst(
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

/** After a change of language, the next of all tickets; behind those that changed. */
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
      order by id desc limit ${atMost}
    ),
    -- The others of the same tickets too: what they tell of will have been read.
    taken as (
      delete from ticket_search_queue
      where ticket_id in (select ticket_id from next) returning ticket_id
    )
    select distinct ticket_id as id from taken`.execute(tx);
  return rows.map(({ id }) => id);
}
