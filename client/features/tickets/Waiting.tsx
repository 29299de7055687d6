import { Hourglass, Reply } from "lucide-react";
import type { StaffDetails } from "../../../shared/tickets/page.ts";
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../../components/cn.ts";
import { formatAgo, formatExact } from "../../components/format/format.ts";
import { useIsOverdue } from "../../data/session/overdue.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { useNow } from "../../data/time/use-now.ts";

type WaitingProps = Pick<TicketRow, "waitingFor" | "waitingSince">;

/** Whose turn it is, as an arrow or an hourglass, and since when. */
export function Waiting({ waitingFor, waitingSince }: WaitingProps) {
  const timeZone = useTimeZone();
  const now = useNow();
  const overdue = useIsOverdue({ waitingFor, waitingSince }, now);
  if (!waitingFor || !waitingSince) return <span className="text-faint">–</span>;
  const us = waitingFor === "us";
  const whom = turnWords(us, overdue);
  const Icon = us ? Reply : Hourglass;
  return (
    <time
      dateTime={waitingSince}
      data-hint={`${whom} since ${formatExact(waitingSince, timeZone)}`}
      className={cn(
        "inline-flex items-center gap-1.5 whitespace-nowrap align-middle tabular-nums",
        us && (overdue ? "text-danger-text" : amber),
      )}
    >
      <Icon className="size-3.5" />
      <span className="sr-only">{whom} for </span>
      {formatAgo(waitingSince, now, timeZone)}
    </time>
  );
}

/** Whose turn it is, and whether they should have had it long ago. */
function turnWords(us: boolean, overdue: boolean): string {
  if (overdue) return "Overdue, waiting for us";
  return us ? "Waiting for us" : "Waiting for the customer";
}

/** The amber of Pending, dark enough to be read as text. */
export const amber = "text-[color-mix(in_oklab,var(--status-pending)_72%,var(--foreground))]";

export function WaitingOn({ staff: { waitingFor, waitingSince } }: { staff: StaffDetails }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const us = waitingFor === "us";
  const overdue = useIsOverdue({ waitingFor, waitingSince }, now);
  if (!waitingFor || !waitingSince) {
    return <span className="block px-1.5 py-1 text-faint">on nobody</span>;
  }
  return (
    <time
      dateTime={waitingSince}
      data-hint={`${turnWords(us, overdue)} since ${formatExact(waitingSince, timeZone)}`}
      // On one line, whosever turn it is: what stands below does not move as it passes on.
      className={cn(
        "flex whitespace-pre px-1.5 py-1 tabular-nums",
        us && (overdue ? "text-danger-text" : amber),
      )}
    >
      {overdue && <span className="sr-only">Overdue, </span>}
      <span className="truncate">on {us ? "us" : "customer"},</span>
      <span className="shrink-0"> {formatAgo(waitingSince, now, timeZone)}</span>
    </time>
  );
}
