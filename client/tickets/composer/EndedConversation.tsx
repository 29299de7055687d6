import { Lock } from "lucide-react";
import { statusNames, type TicketStatus } from "../../../shared/tickets/vocabulary.ts";

interface EndedConversationProps {
  status: TicketStatus;
  draft: { body: string };
}

/** In place of the composer where nothing can be written any more; what was begun stays readable. */
export function EndedConversation({ status, draft }: EndedConversationProps) {
  return (
    <section aria-label="Composer" className="mx-4 mb-3 rounded-lg border bg-secondary p-3 text-sm">
      <p className="flex items-center gap-2 text-muted-foreground">
        <Lock />
        {status === "closed"
          ? `This ticket is ${statusNames.closed}. Its conversation has ended.`
          : "You can read this conversation, not write in it."}
      </p>
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
