import type { MailboxSummary } from "../../../../shared/mailboxes.ts";
import { formatClock } from "../../../components/format/format.ts";
import { StateWord } from "../../../components/ui/state-dot.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";

const tones = {
  "sign-in": "warning",
  idle: "warning",
  connecting: "warning",
  reading: "success",
  watching: "success",
  waiting: "warning",
  rejected: "danger",
  paused: "muted",
  off: "muted",
} as const;

function toneOf({ receives, state, lastMailAt }: MailboxSummary) {
  if (receives === "none" || state === "paused") return "muted";
  if (receives === "webhook") return lastMailAt ? "success" : "warning";
  return tones[state];
}

/** `Watching · last mail 2 min ago` */
export function MailboxState({ mailbox }: { mailbox: MailboxSummary }) {
  return (
    <StateWord tone={toneOf(mailbox)} className="min-w-0 text-muted-foreground">
      <span className="min-w-0">
        <Words mailbox={mailbox} />
      </span>
    </StateWord>
  );
}

function Words({ mailbox }: { mailbox: MailboxSummary }) {
  const { state, receives, lastMailAt, nextAttemptAt } = mailbox;
  const timeZone = useTimeZone();
  if (receives === "none") {
    return state === "paused" ? "Paused, without a mail server" : "No mail server";
  }
  if (receives === "webhook" && state !== "paused") {
    if (!lastMailAt) return "Webhook · no mail yet";
    return (
      <>
        Webhook · last mail <TimeAgo at={lastMailAt} said />
      </>
    );
  }
  switch (state) {
    case "sign-in":
      return "Not signed in yet";
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
