import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../../lib/cn.ts";
import { Marked } from "../../parts/list/marked.tsx";
import { UnreadDot } from "../../parts/ticket/unread-dot.tsx";
import { LatestText } from "./latest-text.tsx";
import { TagList } from "./tag-list.tsx";
import { TicketLink } from "./ticket-link.tsx";

/**
 * Subject, then the last words if there is room for more than a few letters of them (else they wrap
 * out of sight), and the tags at the end;
 * where words were searched, the place is for the piece that has them.
 */
export function TicketSubject({ ticket }: { ticket: TicketRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="hidden shrink-0 text-faint tabular-nums in-data-folded:@max-[50rem]:inline">
        #{ticket.number}
      </span>
      <span className="flex h-5 min-w-0 flex-1 flex-wrap gap-x-2 overflow-hidden">
        <TicketLink
          ticket={ticket}
          className={cn(
            "max-w-full truncate rounded-sm text-left outline-offset-[-2px]",
            ticket.unread && "font-medium",
          )}
        >
          {ticket.unread && <UnreadDot className="mr-2 align-middle" />}
          <span dir="auto" data-hint={ticket.subject} data-hint-cut="">
            <Marked text={ticket.subject} marks={ticket.hit?.subject} />
          </span>
        </TicketLink>
        <LatestText
          {...{ latest: ticket.latest, requester: ticket.requester, hit: ticket.hit }}
          className="min-w-10 flex-[1_1_0] text-faint"
        />
      </span>
      {ticket.tags && !ticket.hit?.message && !ticket.hit?.file && (
        <span className="flex shrink-0 @max-[62rem]:hidden">
          <TagList tags={ticket.tags} />
        </span>
      )}
    </span>
  );
}
