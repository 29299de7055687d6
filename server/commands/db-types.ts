import { join } from "node:path";
import { describeSchema } from "../db/describe-schema.ts";
import { readArguments, showHelp } from "./arguments.ts";
import { withDesk } from "./with-desk.ts";

showHelp("bun run db:types\n\nWrites server/db/schema.ts from the migrated database.");

/** `bun run db:types`: generates the row types from the migrated database. */
await withDesk(
  () => readArguments([]),
  async ({ db }) => {
    await Bun.write(join(import.meta.dir, "../db/schema.ts"), await describeSchema(db));
    return "server/db/schema.ts is written.";
  },
);
