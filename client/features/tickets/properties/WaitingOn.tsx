import type { StaffDetails } from "../../../../shared/tickets/page.ts";
import { cn } from "../../../components/cn.ts";
import { formatAgo, formatExact } from "../../../components/format/format.ts";
import { useIsOverdue } from "../../../data/session/overdue.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { useNow } from "../../../data/time/use-now.ts";
import { amber, turnWords } from "../Waiting.tsx";

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
