import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { Marked } from "../../../components/list/Marked.tsx";
import { UnreadDot } from "../../../components/ticket/UnreadDot.tsx";
import { DraftMark } from "./DraftMark.tsx";
import { LatestText } from "./LatestText.tsx";
import { TagList } from "./TagList.tsx";
import { TicketLink } from "./TicketLink.tsx";

/**
 * Subject, then the last words if there is room for more than a few letters of them (else they wrap
 * out of sight), and the tags at the end. Where words were searched, the piece that has them stands
 * below, in a line of its own.
 */
export function TicketSubject({ ticket }: { ticket: TicketRow }) {
  const found = hasPiece(ticket);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="hidden shrink-0 text-faint tabular-nums in-data-folded:@max-[50rem]:inline">
        #{ticket.number}
      </span>
      <span
        className={cn(
          "flex min-w-0 flex-1 gap-x-2 overflow-hidden",
          found ? "flex-col items-start" : "h-5 flex-wrap",
        )}
      >
        <TicketLink
          ticket={ticket}
          // Or a subject that reads from the right loses its beginning.
          dir="auto"
          className={cn(
            "max-w-full truncate text-left outline-none",
            ticket.unread && "font-semibold",
          )}
        >
          {ticket.unread && <UnreadDot className="mr-2 align-middle" />}
          <span data-hint={ticket.subject} data-hint-cut="">
            <Marked text={ticket.subject} marks={ticket.hit?.subject} />
          </span>
        </TicketLink>
        <LatestText
          {...{ latest: ticket.latest, requester: ticket.requester, hit: ticket.hit }}
          // With less room than for a name and a word, it is no help.
          className={cn("text-faint", found ? "max-w-full" : "min-w-22 flex-[1_1_0]")}
        />
      </span>
      <DraftMark ticketId={ticket.id} />
      {ticket.tags && !found && (
        <span className="flex shrink-0 @max-[62rem]:hidden">
          <TagList tags={ticket.tags} />
        </span>
      )}
    </span>
  );
}

/** Whether what was searched stands in a message or in the name of a file. */
export function hasPiece({ hit }: TicketRow): boolean {
  return Boolean(hit?.message || hit?.file);
}
