import { type RawBuilder, sql } from "kysely";
import type { TestDatabase } from "./postgres.ts";

/**
 * Reads `first` in one transaction and, once another transaction waits for it, a table which that one holds: what
 * a server may do at any moment. True once both were read. `first` must not be the table that is locked first.
 */
export async function readOneThenAnother(
  { db }: TestDatabase,
  first: RawBuilder<unknown>,
  others: () => Promise<void>,
): Promise<boolean> {
  const held = Promise.withResolvers<void>();
  const wanted = Promise.withResolvers<string>();
  const atWork = db.transaction().execute(async (tx) => {
    await sql`select from ${first} limit 1`.execute(tx);
    held.resolve();
    const table = await wanted.promise;
    const { rows } = await sql`select count(*) from ${sql.table(table)}`.execute(tx);
    return rows.length === 1;
  });
  await held.promise;
  const done = others();
  try {
    wanted.resolve(await heldByWhoWaits(db));
    return await atWork;
  } finally {
    await done;
  }
}

/** A table that is held by a connection which itself waits for another one. */
async function heldByWhoWaits(db: TestDatabase["db"]): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_locks held
      join pg_class on pg_class.oid = held.relation and relkind = 'r'
      join pg_database on pg_database.oid = held.database and datname = current_database()
      where held.granted and held.mode = 'AccessExclusiveLock'
      and exists (select from pg_locks waits where waits.pid = held.pid and not waits.granted)
      and relnamespace = current_schema()::regnamespace
      limit 1`.execute(db);
    if (rows[0]) return rows[0].name;
    await Bun.sleep(5);
  }
}
