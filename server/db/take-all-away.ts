import { type Kysely, sql } from "kysely";
import { type MigrationProvider, NO_MIGRATIONS } from "kysely/migration";
import { StartError } from "../start-error.ts";
import { isLockConflict } from "./connection/client.ts";
import type { Db } from "./database.ts";
import { createMigrator, migrationFiles } from "./migrate.ts";

const tries = 20;

/**
 * Takes every table away in one transaction, beside servers that are at work on them: it locks
 * them all before it drops the first, and where somebody holds one it lets go of all and begins
 * anew, since they may want one of those that it holds.
 */
export async function takeAllAway(owner: Db): Promise<void> {
  for (let tried = 0; tried < tries; tried++) {
    // At first far below the second after which Postgres ends one of two who wait for each other;
    // then above it, since only who waits so long is given way to by an automatic vacuum.
    const migrations = lockingBefore(Math.min(200 * 2 ** tried, 5_000));
    const { error } = await createMigrator(owner, migrations).migrateTo(NO_MIGRATIONS);
    if (!error) return;
    if (!isLockConflict(error)) throw error;
    await Bun.sleep(100 + Math.random() * 200);
  }
  throw new StartError("This desk never pauses: stop its servers, then try again.");
}

/** Each locks what is there before it takes something away; only the first has to wait. */
function lockingBefore(waitMs: number): MigrationProvider {
  return {
    async getMigrations() {
      const migrations = Object.entries(await migrationFiles.getMigrations());
      return Object.fromEntries(
        migrations.map(([name, { up, down }]) => [
          name,
          {
            up,
            async down(tx: Kysely<unknown>) {
              await lockEveryTable(tx, waitMs);
              await down?.(tx);
            },
          },
        ]),
      );
    },
  };
}

async function lockEveryTable(tx: Kysely<unknown>, waitMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
    order by tablename`.execute(tx);
  const names = rows.map(({ name }) => sql.table(name));
  await sql`lock table ${sql.join(names)} in access exclusive mode`.execute(tx);
}
