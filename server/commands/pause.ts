import { pauseDesk } from "../backup/pause.ts";
import { readArguments, showHelp } from "./arguments.ts";
import { withDesk } from "./with-desk.ts";

showHelp(
  "bun run pause\n\nHolds waiting emails and pauses webhooks and mailboxes, until bun run resume: for a copy or a restore that Frontdesk cannot notice.",
);

/** `bun run pause`: before the first start on a copied or restored database. */
await withDesk(
  () => readArguments([]),
  async ({ db }) => {
    await db.transaction().execute((tx) => pauseDesk(tx, "command", new Date()));
    return "Waiting emails are held, webhooks and mailboxes are paused. To resume: bun run resume --mails send, or skip.";
  },
  { existing: true },
);
