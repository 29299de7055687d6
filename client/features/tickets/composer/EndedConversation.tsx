import { Copy, CornerDownRight, Lock } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { cn } from "../../../components/cn.ts";
import { notify } from "../../../components/notices.ts";
import { Button } from "../../../components/ui/button.tsx";
import { copyText } from "../../../data/browser/copy-text.ts";
import { canFollowUp, followUpAddress } from "../ticket-links.ts";

interface EndedConversationProps {
  ticket: TicketDetails;
  reply: { body: string };
  note: { body: string };
}

/** Replaces the composer where nothing can be written: offers a follow-up and unsent texts to copy. */
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
            ? "This ticket is closed. You can't add messages to it."
            : "You can read this conversation but not reply to it."}
        </p>
        {canFollowUp(ticket) && (
          <Button asChild variant="outline" className="print:hidden">
            <Link to={followUpAddress(ticket)}>
              <CornerDownRight />
              Open follow-up ticket
            </Link>
          </Button>
        )}
      </div>
      <UnsentText of="reply" body={reply.body} />
      <UnsentText of="internal note" body={note.body} />
    </section>
  );
}

function UnsentText({ of, body }: { of: "reply" | "internal note"; body: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  if (body.trim() === "") return null;
  const copy = async () => {
    if (await copyText(body)) return void notify({ kind: "info", message: `Copied your ${of}` });
    if (words.current) getSelection()?.selectAllChildren(words.current);
    const title = "This browser blocked copying";
    notify({ kind: "warning", title, message: `Your ${of} is selected. Press Ctrl C to copy it.` });
  };
  return (
    <section
      aria-label={`Your unsent ${of}`}
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
          {`Your unsent ${of}`}
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
