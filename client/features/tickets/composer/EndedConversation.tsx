import { Copy, CornerDownRight, Lock } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { statusNames } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { notify } from "../../../components/notices.ts";
import { Button } from "../../../components/ui/button.tsx";
import { copyText } from "../../../data/browser/copy-text.ts";
import { followUpAddress, mayFollowUp } from "../ticket-links.ts";

interface EndedConversationProps {
  ticket: TicketDetails;
  reply: { body: string };
  note: { body: string };
}

/**
 * In place of the composer where nothing can be written any more, with the way on where there is one;
 * what was begun, a reply and a note, can be read and copied.
 */
export function EndedConversation({ ticket, reply, note }: EndedConversationProps) {
  return (
    <section
      aria-label="Composer"
      className="mx-4 mb-3 max-w-182 rounded-lg border bg-secondary p-3 text-sm"
    >
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
      <BegunText of="reply" body={reply.body} />
      <BegunText of="internal note" body={note.body} />
    </section>
  );
}

function BegunText({ of, body }: { of: "reply" | "internal note"; body: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  if (body.trim() === "") return null;
  const copy = async () => {
    if (await copyText(body))
      return void notify({ kind: "info", message: `Your ${of} was copied` });
    if (words.current) getSelection()?.selectAllChildren(words.current);
    const title = "This browser does not let a page copy";
    notify({ kind: "warning", title, message: `Your ${of} is marked for you.` });
  };
  return (
    <section
      aria-label={`The ${of} you had begun`}
      className={cn(
        "mt-2 rounded-md border p-2.5",
        of === "reply" ? "bg-card" : "border-note-border bg-note",
      )}
    >
      <div className="flex items-center gap-2">
        <p
          className={cn(
            "flex min-w-0 flex-1 items-center gap-1.5 font-medium",
            of !== "reply" && "text-note-foreground",
          )}
        >
          {of !== "reply" && <Lock className="size-3.5 shrink-0" />}
          {`The ${of} you had begun`}
        </p>
        <Button variant="outline" size="sm" className="print:hidden" onClick={() => void copy()}>
          <Copy />
          {`Copy ${of}`}
        </Button>
      </div>
      <p
        ref={words}
        dir="auto"
        className="wrap-anywhere mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap"
      >
        {body}
      </p>
    </section>
  );
}
