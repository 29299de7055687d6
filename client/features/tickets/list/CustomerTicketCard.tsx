import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { Marked } from "../../../components/list/Marked.tsx";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { UnreadDot } from "../../../components/ticket/UnreadDot.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { amber } from "../Waiting.tsx";
import { DraftMark } from "./DraftMark.tsx";
import { LatestText } from "./LatestText.tsx";
import { standing } from "./customer-status.ts";
import { TicketLink } from "./TicketLink.tsx";

export const customerTicketCardHeight = 89;

/** A ticket as a customer sees it: how it stands, in words. */
export function CustomerTicketCard({ ticket }: { ticket: TicketRow }) {
  const viewer = useViewer();
  const own = ticket.requester.id === viewer.id;
  const { words, yourTurn } = standing(ticket, viewer.id);
  return (
    <article className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 px-4 py-3">
      <StatusMark status={ticket.status} besideWord className="mt-1" />
      <h2
        dir="auto"
        data-hint={ticket.subject}
        data-hint-cut=""
        className={cn(
          "min-w-0 text-left text-base",
          ticket.unread ? "font-semibold" : "font-normal",
        )}
      >
        <TicketLink ticket={ticket} className="block truncate outline-none">
          {ticket.unread && <UnreadDot className="mr-2 align-middle" />}
          <Marked text={ticket.subject} marks={ticket.hit?.subject} />
        </TicketLink>
      </h2>
      <TimeAgo at={ticket.updatedAt} className="text-faint text-sm/5.5" />
      <div className="col-span-2 col-start-2 flex h-5.5 min-w-0 gap-2">
        <DraftMark ticketId={ticket.id} />
        <LatestText
          isLine
          {...{ latest: ticket.latest, requester: ticket.requester, hit: ticket.hit }}
          className="min-w-0 text-muted-foreground text-sm/5.5"
        />
      </div>
      <p className="col-span-2 col-start-2 truncate text-muted-foreground text-xs/5">
        <span className={cn(yourTurn && amber)}>{words}</span>
        {!own && (
          <>
            {" · "}
            <bdi>{ticket.requester.name}</bdi>
          </>
        )}
      </p>
    </article>
  );
}

export function CustomerTicketCardSkeleton() {
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)_2.5rem] gap-x-3 px-4 py-3">
      <Skeleton className="mt-1 size-4 rounded-full" />
      <Skeleton className="my-1 w-3/5" />
      <Skeleton className="my-1" />
      <Skeleton className="col-start-2 my-1.5 w-4/5" />
      <Skeleton className="col-start-2 my-1 w-1/4" />
    </div>
  );
}
