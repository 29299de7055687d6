import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { notify } from "../../../components/notices.ts";
import { trpc } from "../../../data/trpc.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { actOnce } from "../actions/use-ticket-action.ts";
import type { RedactSubject } from "../timeline/message-actions.ts";

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
  const { mutateAsync: redactSubject } = trpc.tickets.redactSubject.useMutation(quiet);
  if (!subject) return null;
  const send = {
    message: () => redactMessage({ messageId: subject.id }),
    file: () => redactFile({ fileId: subject.id }),
    subject: () => redactSubject({ eventId: subject.id }),
  }[subject.what];
  const noun = subject.what;
  const redact = () => {
    onClose();
    actOnce({
      ticketId: id,
      title: `The ${noun} was not redacted`,
      send,
      done() {
        void cache.refresh(number);
        notify({ kind: "success", message: `${capitalised(noun)} redacted` });
      },
    });
  };
  return (
    <ConfirmDialog
      title={questionOf(subject)}
      description={`${consequences[noun]} This cannot be taken back.`}
      keep={`Keep ${noun}`}
      act={`Redact ${noun}`}
      destructive
      onAct={redact}
      onClose={onClose}
    />
  );
}

function questionOf(subject: RedactSubject): string {
  if (subject.what === "message") return `Redact the message by ${subject.author}?`;
  return subject.what === "file" ? `Redact ${subject.name}?` : "Redact the earlier subject?";
}

const consequences: Record<RedactSubject["what"], string> = {
  message:
    "Its words and files go for good: here, in search, and in kept copies of mails. What was mailed already cannot be called back. That it was redacted, and by whom, stays.",
  file: "The file and its name go for good. What was mailed already cannot be called back. That a file was redacted, and by whom, stays.",
  subject:
    "What the ticket was called then goes for good: here, and in kept copies of mails. What was mailed already cannot be called back. That it was redacted, and by whom, stays; the change can no longer be undone.",
};

function capitalised(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
