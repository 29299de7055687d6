import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { runQueued } from "../../../data/calls/change-queue.ts";
import { trpc } from "../../../data/trpc.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { useTicketAction } from "../actions/use-ticket-action.ts";
import type { RedactSubject } from "../timeline/message-actions.ts";

interface RedactDialogProps {
  ticket: Pick<TicketDetails, "id" | "number">;
  subject: RedactSubject | null;
  onClose: () => void;
}

const quiet = { meta: { showsError: true } };

/** Redacting can't be undone, so it asks first. */
export function RedactDialog({ ticket, subject, onClose }: RedactDialogProps) {
  const cache = useTicketCache();
  const { run } = useTicketAction();
  const { mutateAsync: redactMessage } = trpc.tickets.redactMessage.useMutation(quiet);
  const { mutateAsync: redactFile } = trpc.tickets.redactFile.useMutation(quiet);
  const { mutateAsync: redactSubject } = trpc.tickets.redactSubject.useMutation(quiet);
  const later = trpc.inbound.laterMails.useQuery(
    { messageId: subject?.id ?? "" },
    { enabled: subject?.what === "message", meta: { showsError: true } },
  );
  if (!subject) return null;
  const send = {
    message: () => redactMessage({ messageId: subject.id }),
    file: () => redactFile({ fileId: subject.id }),
    subject: () => redactSubject({ eventId: subject.id }),
  }[subject.what];
  const noun = subject.what;
  const redact = () => {
    onClose();
    void run({
      ticket,
      send: () => runQueued(ticket.id, send).then(() => ({})),
      failed: `Couldn't redact the ${noun}`,
      done: `${capitalised(noun)} redacted`,
      onDone: () => void cache.refresh(ticket.number),
    });
  };
  return (
    <ConfirmDialog
      title={questionOf(subject)}
      description={`${consequences[noun]}${laterWords(later.data?.count ?? 0)} You can't undo this.`}
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
    "This permanently removes the text and files here, from search and from stored emails. Emails already sent can't be recalled. The log keeps who redacted it and when.",
  file: "This permanently removes the file and its name. Emails already sent can't be recalled. The log keeps who redacted it and when.",
  subject:
    "This permanently removes the earlier subject here and from stored emails. Emails already sent can't be recalled. The log keeps who redacted it and when. The subject change can no longer be undone.",
};

/** They may quote it. */
function laterWords(count: number): string {
  if (count === 0) return "";
  const words = count === 1 ? "1 later email" : `${count} later emails`;
  return ` The original and the quoted text of ${words} are deleted too.`;
}

function capitalised(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
