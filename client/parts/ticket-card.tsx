import type { TicketRow } from "../../shared/tickets.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { LatestText } from "./latest-text.tsx";
import { PriorityMark } from "./priority-mark.tsx";
import { StatusMark } from "./status-mark.tsx";

export const ticketCardHeight = 81;

/** A ticket as staff see it where there is no room for the table. */
export function TicketCard({ ticket }: { ticket: TicketRow }) {
  const { status, subject, requester, company, priority, assignee, updatedAt } = ticket;
  return (
    <article className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2.5 px-4 py-2.5">
      <StatusMark status={status} className="mt-0.5" />
      <h2 dir="auto" title={subject} className="truncate text-left font-normal">
        {subject}
      </h2>
      <TimeAgo at={updatedAt} className="justify-self-end text-faint text-xs/5" />
      <p className="col-start-2 truncate text-muted-foreground text-xs/5">
        <bdi>{requester.name}</bdi>
        {company && (
          <>
            {" · "}
            <bdi>{company.name}</bdi>
          </>
        )}
      </p>
      <span className="flex h-5 items-center justify-self-end">
        {priority && <PriorityMark priority={priority} />}
      </span>
      <LatestText
        latest={ticket.latest}
        requester={requester}
        className="col-start-2 text-faint text-xs/5"
      />
      <span className="col-start-3 flex h-5 items-center justify-self-end">
        {assignee ? (
          <span title={assignee.name}>
            <Avatar id={assignee.id} name={assignee.name} size="xs" />
            <span className="sr-only">Assigned to {assignee.name}</span>
          </span>
        ) : (
          <span
            title="Nobody yet"
            className="grid size-5 place-items-center rounded-full border border-faint border-dashed"
          >
            <span className="sr-only">Nobody yet</span>
          </span>
        )}
      </span>
    </article>
  );
}

export function TicketCardSkeleton() {
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
