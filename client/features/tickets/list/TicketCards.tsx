import { type ComponentProps, type ReactNode, useCallback } from "react";
import type { ListGroup } from "../../../../shared/tickets/list-display.ts";
import type { TicketRow, TicketSort } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { Marked } from "../../../components/table/Marked.tsx";
import { VirtualList } from "../../../components/table/VirtualList.tsx";
import { PriorityMark } from "../../../components/ticket/PriorityMark.tsx";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { UnreadDot } from "../../../components/ticket/UnreadDot.tsx";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { Waiting } from "../Waiting.tsx";
import { AssignToMeButton } from "./AssigneeCell.tsx";
import { DraftMark } from "./DraftMark.tsx";
import { LatestText } from "./LatestText.tsx";
import { dateSortedBy, groupOf, hasOwnDate } from "./list-rows.tsx";
import { EmailMark, SnoozedUntil, TagList, TicketLink } from "./TicketSubject.tsx";

interface TicketCardsProps
  extends Omit<
    ComponentProps<typeof VirtualList<TicketRow>>,
    "size" | "skeleton" | "groupOf" | "children"
  > {
  sort: TicketSort;
  /** All listed tickets are snoozed. */
  isSnoozed: boolean;
  group: ListGroup | null;
}

/** The list on a phone and next to an open ticket. */
export function TicketCards({ sort, isSnoozed, group, ...props }: TicketCardsProps) {
  const cardOf = useCallback(
    (ticket: TicketRow, check: ReactNode) => (
      <TicketCard ticket={ticket} check={check} sort={sort} isSnoozed={isSnoozed} />
    ),
    [sort, isSnoozed],
  );
  return (
    <VirtualList
      {...props}
      groupOf={group ? groupOf[group] : undefined}
      size={ticketCardHeight}
      skeleton={<TicketCardSkeleton />}
    >
      {cardOf}
    </VirtualList>
  );
}

const ticketCardHeight = 81;

interface TicketCardProps {
  ticket: TicketRow;
  /** Replaces the status mark on hover, or while tickets are selected. */
  check?: ReactNode;
  /** The sort order of the list decides which time is shown. */
  sort?: TicketSort;
  /** Shows when each snooze ends. */
  isSnoozed?: boolean;
}

function TicketCard({ ticket, check, sort = "updated", isSnoozed }: TicketCardProps) {
  const { status, subject, requester, company, tags, priority, assignee, unread } = ticket;
  const date = dateSortedBy(ticket, sort);
  return (
    <article className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2.5 px-4 py-2.5">
      <span className="group/mark relative mt-0.5 grid size-4 place-items-center">
        <StatusMark
          status={status}
          className={cn(
            check &&
              "group-focus-within/mark:opacity-0 group-hover:opacity-0 in-data-selecting:opacity-0",
          )}
        />
        {check && (
          <span className="absolute opacity-0 focus-within:opacity-100 group-hover:opacity-100 in-data-selecting:opacity-100">
            {check}
          </span>
        )}
      </span>
      <h2
        dir="auto"
        data-hint={subject}
        data-hint-cut=""
        className={cn("text-left", unread ? "font-semibold" : "font-normal")}
      >
        <TicketLink ticket={ticket} className="block truncate outline-none">
          {unread && <UnreadDot className="mr-2 align-middle" />}
          <Marked text={subject} marks={ticket.hit?.subject} />
        </TicketLink>
      </h2>
      <span className="justify-self-end text-faint text-xs/5">
        {sort === "waiting" && ticket.waitingSince ? (
          <Waiting {...ticket} />
        ) : isSnoozed && !hasOwnDate(sort) && ticket.snoozedUntil ? (
          <SnoozedUntil until={ticket.snoozedUntil} />
        ) : (
          date && <TimeAgo at={date} />
        )}
      </span>
      <div
        // Tags without room next to the names wrap out of sight.
        className="col-start-2 flex h-5 min-w-0 flex-wrap items-center justify-between gap-x-2 overflow-hidden"
      >
        <p className="flex min-w-0 max-w-full items-center whitespace-pre text-muted-foreground text-xs/5">
          {ticket.byEmail && <EmailMark className="mr-1.5" />}
          <bdi className="truncate">{requester.name}</bdi>
          {company && (
            <>
              {" · "}
              <bdi className="min-w-12 shrink-4 truncate">{company.name}</bdi>
            </>
          )}
        </p>
        {tags && <TagList tags={tags} />}
      </div>
      <span className="flex h-5 items-center justify-self-end">
        {priority && <PriorityMark priority={priority} />}
      </span>
      <div className="col-start-2 flex h-5 min-w-0 gap-2">
        <DraftMark ticketId={ticket.id} />
        <LatestText
          isLine
          latest={ticket.latest}
          requester={requester}
          hit={ticket.hit}
          className="min-w-0 text-faint text-xs/5"
        />
      </div>
      <span className="relative col-start-3 flex h-5 items-center justify-self-end">
        <AssignToMeButton ticket={ticket} className="absolute -right-1" />
        {assignee ? (
          <span data-hint={assignee.name}>
            <Avatar id={assignee.id} name={assignee.name} size="xs" />
            <span className="sr-only">Assigned to {assignee.name}</span>
          </span>
        ) : (
          <span
            data-hint="Unassigned"
            className="grid size-5 place-items-center rounded-full border border-faint border-dashed"
          >
            <span className="sr-only">Unassigned</span>
          </span>
        )}
      </span>
    </article>
  );
}

function TicketCardSkeleton() {
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)_2.5rem] gap-x-2.5 px-4 py-2.5">
      <Skeleton className="mt-0.5 size-4 rounded-full" />
      <Skeleton className="my-1 w-3/5" />
      <Skeleton className="my-1" />
      <Skeleton className="col-start-2 my-1 w-2/5" />
      <Skeleton className="col-start-2 my-1 w-4/5" />
    </div>
  );
}
