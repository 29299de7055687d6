import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { StartError } from "../start-error.ts";
import { isLockConflict } from "./connection/client.ts";

const tries = 20;

/**
 * Runs what locks whole tables, beside servers that are at work on them. It begins by `lockTables`,
 * before it changes anything; where somebody holds one of them it lets go of all and begins anew,
 * since they may want one of those that it holds.
 */
export async function amongOthers(run: (waitMs: number) => Promise<void>): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      // At first far below the second after which Postgres ends one of two who wait for each other;
      // then above it, since only who waits so long is given way to by an automatic vacuum.
      return await run(Math.min(200 * 2 ** tried, 5_000));
    } catch (error) {
      if (!isLockConflict(error)) throw error;
    }
    await Bun.sleep(100 + Math.random() * 200);
  }
  throw new StartError("This desk never pauses: stop its servers, then try again.");
}

/** From here on nobody else reads or writes the tables that `where` tells, by their rows in pg_class. */
export async function lockTables(
  tx: QueryExecutorProvider,
  where: RawBuilder<unknown>,
  waitMs: number,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and (${where})
    order by relname`.execute(tx);
  const names = rows.map(({ name }) => sql.table(name));
  await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(tx);
  await sql`lock table ${sql.join(names)} in access exclusive mode`.execute(tx);
  await sql`set local lock_timeout to default`.execute(tx);
}
