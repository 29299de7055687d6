import type { TicketRow } from "../../shared/tickets.ts";
import { LatestText } from "./latest-text.tsx";
import { TagList } from "./tag-list.tsx";

/**
 * Subject, then the last words if there is room for more than a few letters of them (else they wrap
 * out of sight), and the tags at the end.
 */
export function TicketSubject({ ticket }: { ticket: TicketRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="flex h-5 min-w-0 flex-1 flex-wrap gap-x-2 overflow-hidden">
        <span dir="auto" title={ticket.subject} className="max-w-full truncate text-left">
          {ticket.subject}
        </span>
        <LatestText
          latest={ticket.latest}
          requester={ticket.requester}
          className="min-w-10 flex-[1_1_0] text-faint"
        />
      </span>
      {ticket.tags && (
        <span className="flex shrink-0 @max-[62rem]:hidden">
          <TagList tags={ticket.tags} />
        </span>
      )}
    </span>
  );
}
