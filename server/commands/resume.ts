import { readPause, resumeDesk } from "../backup/pause.ts";
import { StartError } from "../start-error.ts";
import { readArguments, showHelp } from "./arguments.ts";
import { withDesk } from "./with-desk.ts";

showHelp(
  "bun run resume --mails send|skip\n\nResumes emails, webhooks and mailboxes after a restore. Emails that were waiting are sent, or skipped.",
);

/** `bun run resume --mails send|skip`: ends the pause after a restore. */
await withDesk(
  readChoice,
  async ({ db }, sendMails) => {
    const at = { now: new Date(), requestId: "server-shell", actorId: null };
    const resumed = await db.transaction().execute(async (tx) => {
      const pause = await readPause(tx);
      await resumeDesk(tx, at, { sendMails });
      return pause;
    });
    if (!resumed) return "Nothing is paused.";
    const { mails, webhooks, mailboxes } = resumed;
    return `Resumed. Emails ${sendMails ? "sent" : "skipped"}: ${mails}; webhooks: ${webhooks}; mailboxes: ${mailboxes}.`;
  },
  { existing: true },
);

function readChoice(): boolean {
  const { mails } = readArguments(["mails"]);
  if (mails === "send" || mails === "skip") return mails === "send";
  throw new StartError("What happens to waiting emails? Add --mails send or --mails skip.");
}
