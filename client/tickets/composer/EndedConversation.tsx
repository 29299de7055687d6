import { CornerDownRight, Lock } from "lucide-react";
import { Link } from "react-router-dom";
import type { TicketDetails } from "../../../shared/tickets/page.ts";
import { statusNames } from "../../../shared/tickets/vocabulary.ts";
import { Button } from "../../ui/button.tsx";
import { followUpAddress, mayFollowUp } from "../follow-up.ts";

interface EndedConversationProps {
  ticket: TicketDetails;
  draft: { body: string };
}

/**
 * In place of the composer where nothing can be written any more, with the way on where there is one;
 * what was begun stays readable.
 */
export function EndedConversation({ ticket, draft }: EndedConversationProps) {
  return (
    <section aria-label="Composer" className="mx-4 mb-3 rounded-lg border bg-secondary p-3 text-sm">
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="flex min-w-60 flex-1 items-center gap-2 text-muted-foreground">
          <Lock className="shrink-0" />
          {ticket.status === "closed"
            ? `This ticket is ${statusNames.closed}. Its conversation has ended.`
            : "You can read this conversation, not write in it."}
        </p>
        {mayFollowUp(ticket) && (
          <Button asChild variant="outline" className="print:hidden">
            <Link to={followUpAddress(ticket)}>
              <CornerDownRight />
              Open follow-up ticket
            </Link>
          </Button>
        )}
      </div>
      {draft.body.trim() !== "" && (
        <>
          <p className="mt-2 font-medium">What you had begun</p>
          <p dir="auto" className="mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap">
            {draft.body}
          </p>
        </>
      )}
    </section>
  );
}
