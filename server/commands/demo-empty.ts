import { openDatabase } from "../db/database.ts";
import { deleteEverything } from "../db/delete-everything.ts";
import { findContents } from "../files/contents.ts";
import { createFileStore } from "../files/store.ts";
import { createLog } from "../log.ts";
import { refuseDemo } from "../start/demo.ts";
import { StartError } from "../start-error.ts";
import { readArguments, showHelp } from "./arguments.ts";
import { withDesk } from "./with-desk.ts";

showHelp(
  "bun run demo:empty\n\nDeletes the demo, so that the next start creates an empty desk. Stop Frontdesk first.",
);

/** `bun run demo:empty`: deletes the demo, so that the next start creates a real desk. */
await withDesk(
  () => readArguments([]),
  async ({ config, db, ownerUrl }) => {
    const desk = await db.selectFrom("desk").select("is_demo").executeTakeFirstOrThrow();
    if (!desk.is_demo) throw new StartError("This desk holds no demo: nothing was deleted.");
    const contents = await findContents(db);
    const owner = openDatabase({ url: ownerUrl, size: 1, deadlineMs: 10 * 60_000 });
    try {
      await deleteEverything(owner);
      if (config.databaseUrl === null) await refuseDemo(owner);
    } finally {
      await owner.destroy();
    }
    const files = createFileStore(config, createLog(config.logLevel));
    for (const content of contents) await files.remove(content);
    return "The demo was deleted. The next start creates an empty desk. Only `npx -y bun run demo:load` loads the demo again.";
  },
  { alone: true, existing: true },
);
