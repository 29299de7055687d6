import { Hourglass, Reply } from "lucide-react";
import type { StaffDetails } from "../../../shared/tickets/page.ts";
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../../components/cn.ts";
import { formatExact, formatWait } from "../../components/format/format.ts";
import { type Urgency, useUrgency } from "../../data/session/overdue.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { useNow } from "../../data/time/use-now.ts";

type WaitingProps = Pick<TicketRow, "waitingFor" | "waitingSince">;

/** Who the ticket is waiting for, as an icon, and for how long. */
export function Waiting({ waitingFor, waitingSince }: WaitingProps) {
  const timeZone = useTimeZone();
  const now = useNow();
  const urgency = useUrgency({ waitingFor, waitingSince }, now);
  if (!waitingFor || !waitingSince) return <span className="text-faint">–</span>;
  const us = waitingFor === "us";
  const whom = turnWords(us, urgency);
  const Icon = us ? Reply : Hourglass;
  return (
    <time
      dateTime={waitingSince}
      data-hint={`${whom} since ${formatExact(waitingSince, timeZone)}`}
      className={cn(
        "inline-flex items-center gap-1.5 whitespace-nowrap align-middle tabular-nums",
        urgencyClasses[urgency],
      )}
    >
      <Icon className="size-3.5" />
      <span className="sr-only">{whom} for </span>
      {formatWait(waitingSince, now)}
    </time>
  );
}

/** Who the ticket is waiting for, and whether a reply is overdue. */
function turnWords(us: boolean, urgency: Urgency): string {
  if (urgency === "overdue") return "Overdue, waiting for us";
  return us ? "Waiting for us" : "Waiting for the customer";
}

/** The amber of Pending, dark enough for text. */
export const amber = "text-[color-mix(in_oklab,var(--status-pending)_72%,var(--foreground))]";

const urgencyClasses: Record<Urgency, string> = {
  calm: "text-muted-foreground",
  soon: amber,
  overdue: "text-danger-text",
};

export function WaitingOn({ staff: { waitingFor, waitingSince } }: { staff: StaffDetails }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const us = waitingFor === "us";
  const urgency = useUrgency({ waitingFor, waitingSince }, now);
  if (!waitingFor || !waitingSince) {
    return <span className="block px-1.5 py-1 text-faint">–</span>;
  }
  return (
    <time
      dateTime={waitingSince}
      data-hint={`${turnWords(us, urgency)} since ${formatExact(waitingSince, timeZone)}`}
      // Always one line, so that what follows does not move when the turn passes on.
      className={cn("flex whitespace-pre px-1.5 py-1 tabular-nums", urgencyClasses[urgency])}
    >
      {urgency === "overdue" && <span className="sr-only">Overdue, </span>}
      <span className="truncate">on {us ? "us" : "customer"}</span>
      <span className="shrink-0"> {waitedWords(formatWait(waitingSince, now))}</span>
    </time>
  );
}

/** `for 9 min`, `since just now` */
function waitedWords(wait: string): string {
  return wait === "now" ? "since just now" : `for ${wait}`;
}
