import type { TicketDetails } from "../../../shared/tickets/page.ts";
import { notify } from "../../lib/notices.ts";
import { trpc } from "../../lib/trpc.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { actOnce } from "../acts/act-once.ts";
import { useTicketCache } from "../acts/ticket-cache.ts";
import type { RedactSubject } from "../timeline/message-acts.ts";

interface RedactDialogProps {
  ticket: Pick<TicketDetails, "id" | "number">;
  subject: RedactSubject | null;
  onClose: () => void;
}

const quiet = { meta: { showsError: true } };

/** The one act that nobody takes back: said before it is done. */
export function RedactDialog({ ticket: { id, number }, subject, onClose }: RedactDialogProps) {
  const cache = useTicketCache();
  const { mutateAsync: redactMessage } = trpc.tickets.redactMessage.useMutation(quiet);
  const { mutateAsync: redactFile } = trpc.tickets.redactFile.useMutation(quiet);
  if (!subject) return null;
  const isMessage = subject.what === "message";
  const redact = () => {
    onClose();
    actOnce({
      ticketId: id,
      title: isMessage ? "The message was not redacted" : "The file was not redacted",
      send: () =>
        isMessage ? redactMessage({ messageId: subject.id }) : redactFile({ fileId: subject.id }),
      done() {
        void cache.refresh(number);
        notify({ kind: "success", message: isMessage ? "Message redacted" : "File redacted" });
      },
    });
  };
  return (
    <ConfirmDialog
      title={isMessage ? `Redact the message by ${subject.author}?` : `Redact ${subject.name}?`}
      description={
        isMessage
          ? "Its words and files go for good: here, in search, and in kept copies of mails. What was mailed already cannot be called back. That it was redacted, and by whom, stays. This cannot be taken back."
          : "The file and its name go for good. What was mailed already cannot be called back. That a file was redacted, and by whom, stays. This cannot be taken back."
      }
      keep={isMessage ? "Keep message" : "Keep file"}
      act={isMessage ? "Redact message" : "Redact file"}
      destructive
      onAct={redact}
      onClose={onClose}
    />
  );
}
