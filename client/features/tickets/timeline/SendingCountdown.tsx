import { useEffect, useState } from "react";
import type { TicketDetails, TimelineMessage } from "../../../../shared/tickets/page.ts";
import { Button } from "../../../components/ui/button.tsx";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { useUndoReply } from "../composer/use-undo-reply.ts";

interface SendingCountdownProps {
  message: TimelineMessage;
  ticket: TicketDetails;
}

/** Until it goes out, whoever wrote it can take it back. */
export function SendingCountdown({ message, ticket }: SendingCountdownProps) {
  const left = useSecondsLeft(message, ticket.number);
  const undoReply = useUndoReply(ticket);
  return (
    <p className="mt-2 flex items-center gap-3 text-muted-foreground text-xs">
      <span className="tabular-nums">{left > 0 ? `Sending in ${left} s` : "Sending…"}</span>
      {message.mine && left > 0 && (
        <Button
          variant="link"
          size="inline"
          // Its words go back to where they were written.
          data-focus-heir='[data-slot="composer"] textarea'
          className="text-xs pointer-coarse:py-3"
          onClick={() => void undoReply(message.id)}
        >
          Undo send
        </Button>
      )}
    </p>
  );
}

/** Counts by how far away the moment was when the answer came: clocks of two machines differ. */
function useSecondsLeft(message: TimelineMessage, number: number): number {
  const { releaseInMs } = message;
  const [left, setLeft] = useState(() => Math.ceil((releaseInMs ?? 0) / 1000));
  const cache = useTicketCache();
  useEffect(() => {
    const end = performance.now() + (releaseInMs ?? 0);
    const count = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    count();
    let isAsked = false;
    /** It has gone out by now, or will in a moment: the ticket tells. A slow answer is waited for. */
    const ask = async () => {
      if (isAsked) return;
      isAsked = true;
      await cache.refresh(number);
      isAsked = false;
    };
    const timer = setInterval(() => {
      count();
      if (performance.now() > end + 300) void ask();
    }, 500);
    return () => clearInterval(timer);
  }, [releaseInMs, number, cache]);
  return left;
}
