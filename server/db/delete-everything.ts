import { type Kysely, sql } from "kysely";
import { type MigrationProvider, NO_MIGRATIONS } from "kysely/migration";
import type { Db } from "./database.ts";
import { amongOthers, lockTables } from "./lock-tables.ts";
import { createMigrator, migrationFiles } from "./migrate.ts";

/** Drops every table in one transaction, even while servers use them. */
export async function deleteEverything(owner: Db): Promise<void> {
  await amongOthers(async (waitMs) => {
    const { error } = await createMigrator(owner, lockingBefore(waitMs)).migrateTo(NO_MIGRATIONS);
    if (error) throw error;
  });
}

/** Each migration locks its tables before dropping them; only the first has to wait. */
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
              await lockTables(tx, sql`true`, waitMs);
              await down?.(tx);
            },
          },
        ]),
      );
    },
  };
}
