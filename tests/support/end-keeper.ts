import { sql } from "kysely";
import type { TestDatabase } from "./postgres.ts";

/** As where the network takes it away: the connection that keeps contents from being removed. */
export async function endKeeper({ owner }: TestDatabase): Promise<void> {
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    owner,
  );
}
