import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { customerStatus } from "../list/customer-status.ts";
import { amber } from "../Waiting.tsx";

interface CustomerHeaderProps {
  number: number;
  /** From the loaded ticket or from the list. */
  ticket: Pick<TicketRow, "subject" | "status" | "assignee" | "requester"> | undefined;
  listAddress: string;
  /** Once the ticket has loaded. */
  action?: ReactNode;
}

export function CustomerHeader({ number, ticket, listAddress, action }: CustomerHeaderProps) {
  const viewer = useViewer();
  const status = ticket && customerStatus(ticket, viewer.id);
  return (
    <header className="shrink-0 border-b">
      <div className="mx-auto flex w-full max-w-190 items-center gap-3 px-4 py-2">
        <Button asChild variant="ghost" size="icon" className="-ml-2">
          <Link to={listAddress} aria-label="Back to your tickets" data-hint="Back to your tickets">
            <ArrowLeft />
          </Link>
        </Button>
        <div className="min-w-0 flex-1">
          {ticket ? (
            <h1
              dir="auto"
              data-hint={ticket.subject}
              data-hint-cut=""
              className="line-clamp-2 text-left font-semibold text-base"
            >
              {ticket.subject}
            </h1>
          ) : (
            <Skeleton className="my-1 w-2/5" />
          )}
          <p className="flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs">
            {ticket && <StatusMark status={ticket.status} besideWord className="size-3.5" />}
            {status && (
              <span className={cn("truncate", status.yourTurn && amber)}>{status.words}</span>
            )}
            <span className="shrink-0 tabular-nums max-shell:hidden print:inline">
              {ticket && "· "}#{number}
            </span>
            {!ticket && <Skeleton className="my-1 w-24 shell:hidden" />}
          </p>
        </div>
        {/* Its place is there before it, so that nothing moves. */}
        <div className="flex w-11 shrink-0 justify-end shell:w-38">{action}</div>
      </div>
    </header>
  );
}
