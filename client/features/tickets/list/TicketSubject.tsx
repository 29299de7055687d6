import { Mail, Moon } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { formatExact } from "../../../components/format/format.ts";
import { Marked } from "../../../components/table/Marked.tsx";
import { RowLink } from "../../../components/table/RowLink.tsx";
import { UnreadDot } from "../../../components/ticket/UnreadDot.tsx";
import { Badge } from "../../../components/ui/badge.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { useNow } from "../../../data/time/use-now.ts";
import { shortMoment } from "../snooze-times.ts";
import { addressOfRow } from "../ticket-links.ts";
import { DraftMark } from "./DraftMark.tsx";
import { LatestText } from "./LatestText.tsx";

interface TicketSubjectProps {
  ticket: TicketRow;
  hasTags?: boolean;
  hasLatest?: boolean;
}

/**
 * Number and subject, the latest text if there is room, and tags. In a search the matching text has a line
 * of its own below.
 */
export function TicketSubject({ ticket, hasTags = true, hasLatest = true }: TicketSubjectProps) {
  const found = hasMatchingText(ticket);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="shrink-0 text-faint tabular-nums">#{ticket.number}</span>
      {ticket.byEmail && <EmailMark />}
      <span
        className={cn(
          "flex min-w-0 flex-1 gap-x-2 overflow-hidden",
          found ? "flex-col items-start" : "h-5 flex-wrap",
        )}
      >
        <TicketLink
          ticket={ticket}
          // Otherwise a right-to-left subject loses its beginning.
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
        {(hasLatest || found) && (
          <LatestText
            latest={ticket.latest}
            requester={ticket.requester}
            hit={ticket.hit}
            // Less room than for a name and a word is not useful.
            className={cn("text-faint", found ? "max-w-full" : "min-w-22 flex-[1_1_0]")}
          />
        )}
      </span>
      <DraftMark ticketId={ticket.id} />
      {ticket.tags && hasTags && !found && (
        <span className="flex shrink-0 @max-[62rem]:hidden">
          <TagList tags={ticket.tags} />
        </span>
      )}
    </span>
  );
}

/** The ticket came by email. */
export function EmailMark({ className }: { className?: string }) {
  return (
    <span data-hint="Came by email" className={cn("shrink-0 text-faint", className)}>
      <Mail className="size-3.5" aria-hidden="true" />
      <span className="sr-only">Came by email</span>
    </span>
  );
}

/** Whether the search matched a message or a file name. */
export function hasMatchingText({ hit }: TicketRow): boolean {
  return Boolean(hit?.message || hit?.file);
}

/** The first tag and the number of further ones. */
export function TagList({ tags: [first, ...rest] }: { tags: readonly string[] }) {
  if (first === undefined) return null;
  return (
    <span className="flex min-w-0 shrink-0 items-center gap-1">
      <Badge data-hint={first} data-hint-cut="" className="max-w-24 shrink-0">
        <span dir="auto" className="truncate">
          {first}
        </span>
      </Badge>
      {rest.length > 0 && (
        <Badge data-hint={listed(rest)}>
          <span aria-hidden="true">+{rest.length}</span>
          <span className="sr-only">
            and {rest.length} more {rest.length === 1 ? "tag" : "tags"}
          </span>
        </Badge>
      )}
    </span>
  );
}

function listed(tags: readonly string[]): string {
  const most = 40;
  const words = tags.slice(0, most).join(", ");
  return tags.length > most ? `${words} and ${tags.length - most} more` : words;
}

interface TicketLinkProps {
  ticket: Pick<TicketRow, "number" | "hit">;
  dir?: "auto";
  className?: string;
  children: ReactNode;
}

/** A link to the ticket; from a list of tickets the list stays open next to it. */
export function TicketLink({ ticket, ...props }: TicketLinkProps) {
  const { pathname, search } = useLocation();
  const list = pathname.startsWith("/ticket/") ? search : "";
  return <RowLink to={addressOfRow(ticket, list)} {...props} />;
}

export function SnoozedUntil({ until }: { until: string }) {
  const timeZone = useTimeZone();
  const now = useNow();
  return (
    <time
      dateTime={until}
      data-hint={`Snoozed until ${formatExact(until, timeZone)}`}
      className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle tabular-nums"
    >
      <Moon className="size-3.5" />
      <span className="sr-only">Snoozed until </span>
      {shortMoment(Date.parse(until), now, timeZone)}
    </time>
  );
}
