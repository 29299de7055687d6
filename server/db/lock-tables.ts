import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { StartError } from "../start-error.ts";
import { isLockConflict } from "./connection/client.ts";

interface Patience {
  /** How often it is tried. */
  tries?: number;
  /** The longest wait for one lock, in milliseconds. */
  mostMs?: number;
}

/**
 * Runs something that locks whole tables while servers use them. It must call `lockTables` before it changes
 * anything. If a table is in use, it releases all locks and retries, since that user may need one of the
 * tables it holds.
 */
export async function amongOthers<T>(
  run: (waitMs: number) => Promise<T>,
  { tries = 20, mostMs = 5_000 }: Patience = {},
): Promise<T> {
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      // At first far below the second after which Postgres ends one of two deadlocked transactions. Later above it,
      // since an automatic vacuum only gives way after that time, and where writers never cease and lock in another
      // order, one of them must be ended: its server runs it again.
      return await run(tried < briefTries ? briefMs : mostMs);
    } catch (error) {
      if (!isLockConflict(error)) throw error;
    }
    await Bun.sleep(100 + Math.random() * 200);
  }
  throw new StartError("This desk never pauses: stop its servers, then try again.");
}

const briefTries = 4;
const briefMs = 200;

/**
 * From here on, no one else reads or writes the tables selected by `where` in pg_class. Users come first: commands
 * lock their actor before anything else, so those that begin now wait without holding a lock.
 */
export async function lockTables(
  tx: QueryExecutorProvider,
  where: RawBuilder<unknown>,
  waitMs: number,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and (${where})
    order by relname <> 'users', relname`.execute(tx);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => sql.table(name));
  await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(tx);
  await sql`lock table ${sql.join(names)} in access exclusive mode`.execute(tx);
  await sql`set local lock_timeout to default`.execute(tx);
}
