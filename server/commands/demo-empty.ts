import { NO_MIGRATIONS } from "kysely/migration";
import { openDatabase } from "../db/database.ts";
import { createMigrator } from "../db/migrate.ts";
import { StartError } from "../start-error.ts";
import { withDesk } from "./with-desk.ts";

/** `bun run demo:empty`: takes the demo away whole, so that the next start begins a real desk. */
await withDesk(
  async ({ db, ownerUrl }) => {
    const desk = await db.selectFrom("desk").select("is_demo").executeTakeFirstOrThrow();
    if (!desk.is_demo) throw new StartError("This desk holds no demo: nothing was taken away.");
    const owner = openDatabase({ url: ownerUrl, size: 1, deadlineMs: 10 * 60_000 });
    try {
      const { error } = await createMigrator(owner).migrateTo(NO_MIGRATIONS);
      if (error) throw error;
    } finally {
      await owner.destroy();
    }
    return "The demo is gone. The next start makes an empty desk; set BASE_URL so that no demo comes again.";
  },
  { alone: true },
);
