import { Link } from "react-router-dom";
import type { TicketStatus } from "../../../shared/tickets/vocabulary.ts";
import { StatusMark } from "../ticket/StatusMark.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

interface RecordTicket {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  updatedAt: string;
}

/** A few tickets of a record, each a link to its page. */
export function RecordTickets({ tickets }: { tickets: readonly RecordTicket[] }) {
  return (
    <ul className="-mx-1.5">
      {tickets.map(({ id, number, subject, status, updatedAt }) => (
        <li key={id}>
          <Link
            to={`/ticket/${number}`}
            data-hint={subject}
            data-hint-cut=""
            className="flex min-h-8 min-w-0 items-center gap-2 rounded-md px-1.5 hover:bg-accent pointer-coarse:min-h-11"
          >
            <StatusMark status={status} />
            <span className="shrink-0 text-muted-foreground tabular-nums">#{number}</span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {subject}
            </span>
            <TimeAgo at={updatedAt} className="text-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
