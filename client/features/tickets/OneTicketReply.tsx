import { useEffect, useId, useRef, useState } from "react";
import type { OneTicket } from "../../../shared/tickets/one-ticket.ts";
import { ticketLimits } from "../../../shared/tickets/vocabulary.ts";
import { Button } from "../../components/ui/button.tsx";
import { Label } from "../../components/ui/label.tsx";
import { Textarea } from "../../components/ui/textarea.tsx";
import { FileChips } from "../../components/uploads/FileChips.tsx";
import { FileDropArea } from "../../components/uploads/FileDropArea.tsx";
import { FilePicker } from "../../components/uploads/FilePicker.tsx";
import { askBeforeLeaving } from "../../components/uploads/in-progress.ts";
import { createUploads } from "../../components/uploads/uploads.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { type Failure, readFailure } from "../../data/errors.ts";
import { useStore } from "../../data/store.ts";
import type { OneTicketCalls } from "./one-ticket-calls.ts";

interface OneTicketReplyProps {
  ticket: OneTicket;
  calls: OneTicketCalls;
  /** Sent, or the ticket was read again because something came in between. */
  onTicket: (ticket: OneTicket) => void;
  onEnded: () => void;
}

/** A plain composer: text and files. */
export function OneTicketReply({ ticket, calls, onTicket, onEnded }: OneTicketReplyProps) {
  const id = useId();
  const [body, setBody] = useState("");
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState<{ words: string; isError: boolean } | null>(null);
  // The same after a timeout or a refusal, new after a success.
  const requestId = useRef(newRequestId());
  const [uploads] = useState(() => createUploads({ send: calls.upload }));
  const files = useStore(uploads.list);
  useEffect(() => askBeforeLeaving(uploads), [uploads]);
  useAskBeforeLeaving(body.trim() !== "");

  const isUploading = files.some(({ state }) => state === "waiting" || state === "sending");
  const hasFailed = files.some(({ state }) => state === "failed");
  const cannotSend = body.trim() === "" || isUploading || hasFailed || isSending;

  async function sendReply(): Promise<void> {
    if (cannotSend) return;
    setSending(true);
    setSaid(null);
    try {
      const sent = await calls.reply.mutate({
        requestId: requestId.current,
        body,
        seenMessageId: ticket.messages.at(-1)?.id ?? null,
        fileIds: files.flatMap(({ file }) => (file ? [file.id] : [])),
      });
      requestId.current = newRequestId();
      setBody("");
      uploads.clear();
      setSaid({ words: sentWords(sent.followUp), isError: false });
      onTicket(sent.ticket);
    } catch (error) {
      await explain(readFailure(error));
    } finally {
      setSending(false);
    }
  }

  async function explain(failure: Failure): Promise<void> {
    if (failure.code === "ticket_link_ended") return onEnded();
    const isKnown = failure.code === "request_reused";
    if (isKnown) requestId.current = newRequestId();
    if (isKnown || failure.code === "came_between") {
      await calls.get.query().then(onTicket, () => {});
    }
    setSaid({ words: failureWords(failure), isError: true });
  }

  return (
    <FileDropArea
      onFiles={uploads.add}
      words="Drop to attach to your reply"
      className="rounded-lg border bg-card p-3"
    >
      <form
        aria-label="Reply"
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void sendReply();
        }}
      >
        <Label htmlFor={id}>Your reply</Label>
        <Textarea
          id={id}
          dir="auto"
          value={body}
          maxLength={ticketLimits.body}
          aria-describedby={ticket.status === "closed" ? `${id}-closed` : undefined}
          className="min-h-28"
          onChange={(event) => setBody(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void sendReply();
          }}
        />
        {ticket.status === "closed" && (
          <p id={`${id}-closed`} className="text-muted-foreground text-sm">
            This ticket is closed. Your reply opens a new one.
          </p>
        )}
        <FileChips uploads={files} remove={uploads.remove} retry={uploads.retry} />
        {said && (
          <p
            role={said.isError ? "alert" : "status"}
            className={said.isError ? "text-danger-text text-sm" : "text-sm"}
          >
            {said.words}
          </p>
        )}
        <div className="flex items-center justify-between gap-2">
          <FilePicker onFiles={uploads.add} />
          <Button type="submit" size="lg" aria-disabled={cannotSend}>
            {isUploading ? "Uploading…" : isSending ? "Sending…" : "Send reply"}
          </Button>
        </div>
      </form>
    </FileDropArea>
  );
}

function sentWords(followUp: number | null): string {
  if (followUp === null) return "Your reply was sent.";
  return `Your reply opened ticket #${followUp}. We've sent you an email with a link to it.`;
}

function failureWords({ code, status, fields, message }: Failure): string {
  if (code === "came_between") {
    return "New messages arrived while you were writing. Read them, then send your reply again.";
  }
  if (code === "request_reused") {
    return "An earlier version of this reply was already sent. Check the conversation and send only what's new.";
  }
  // The reply may have arrived: the same request id makes a retry safe.
  if (status === null) return "Couldn't reach the server. Your text is still here. Try again.";
  return `${fields[0]?.message ?? message} Nothing was sent. Your text is still here.`;
}

function useAskBeforeLeaving(isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isUnsent]);
}
