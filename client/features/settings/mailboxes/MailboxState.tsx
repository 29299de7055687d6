import type { MailboxSummary } from "../../../../shared/mailboxes.ts";
import { formatClock } from "../../../components/format/format.ts";
import { StateDot } from "../../../components/ui/state-dot.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";

const tones = {
  idle: "warning",
  connecting: "warning",
  reading: "success",
  watching: "success",
  waiting: "warning",
  rejected: "danger",
  paused: "muted",
  off: "muted",
} as const;

/** `Watching · last mail 2 min ago` */
export function MailboxState({ mailbox }: { mailbox: MailboxSummary }) {
  const { state, receives } = mailbox;
  return (
    <span className="flex min-w-0 items-center gap-2 text-muted-foreground">
      <StateDot tone={receives ? tones[state] : "muted"} />
      <span className="min-w-0">
        <Words mailbox={mailbox} />
      </span>
    </span>
  );
}

function Words({ mailbox }: { mailbox: MailboxSummary }) {
  const { state, receives, lastMailAt, nextAttemptAt } = mailbox;
  const timeZone = useTimeZone();
  if (!receives) return state === "paused" ? "Paused, without a mail server" : "No mail server";
  switch (state) {
    case "idle":
      return "Starting";
    case "connecting":
      return "Connecting";
    case "reading":
      return "Reading mail";
    case "watching":
      if (!lastMailAt) return "Watching · no mail yet";
      return (
        <>
          Watching · last mail <TimeAgo at={lastMailAt} said />
        </>
      );
    case "waiting":
      if (!nextAttemptAt) return "Can't connect";
      return `Can't connect · next attempt at ${formatClock(Date.parse(nextAttemptAt), timeZone)}`;
    case "rejected":
      return "Stopped · check the settings";
    case "paused":
      return "Paused";
    case "off":
      return "Reading is turned off (MAIL_READING)";
  }
}
