import { MailQuestionMark } from "lucide-react";
import { useState } from "react";
import type { HeldOnTicket, TicketDetails } from "../../../../shared/tickets/page.ts";
import { notify } from "../../../components/notices.ts";
import { Button } from "../../../components/ui/button.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { trpc } from "../../../data/trpc.ts";

/** Mails that were held at this ticket. They are no part of the conversation, and customers never see them. */
export function HeldMails({ ticket }: { ticket: TicketDetails }) {
  const held = trpc.inbound.heldOn.useQuery(
    { ticketId: ticket.id },
    { enabled: ticket.staff?.hasHeldMail === true, meta: { showsError: true } },
  );
  const mails = held.data?.mails ?? [];
  if (mails.length === 0) return null;
  return (
    <section aria-label="Held mail" className="max-h-[40%] shrink-0 overflow-y-auto border-t">
      <ul>
        {mails.map((mail) => (
          <li key={mail.id} className="border-b bg-note px-4 py-2 text-sm last:border-b-0">
            <HeldMail mail={mail} ticket={ticket} onDone={() => void held.refetch()} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface HeldMailProps {
  mail: HeldOnTicket;
  ticket: TicketDetails;
  onDone: () => void;
}

function HeldMail({ mail, ticket, onDone }: HeldMailProps) {
  const { id, reason, sender, name, preview, at } = mail;
  const [open, setOpen] = useState(false);
  const add = useKeyed(trpc.inbound.addToTicket.useMutation());
  const separate = useKeyed(trpc.inbound.makeTicket.useMutation());
  const block = useKeyed(trpc.inbound.blockSender.useMutation());
  const remove = useKeyed(trpc.inbound.delete.useMutation());
  const send = useKeyed(trpc.inbound.sendStaffMail.useMutation());
  const isOfStaff = reason === "needs-review" || reason === "unproven-staff";
  const isBusy = [add, separate, block, remove, send].some(({ isPending }) => isPending);
  /** The mail is read again in the background: the page follows by its live events. */
  const done = (message: string) => ({
    onSuccess: () => {
      notify({ kind: "success", message });
      onDone();
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <MailQuestionMark className="size-4 shrink-0 text-note-foreground" aria-hidden="true" />
      <p className="wrap-anywhere min-w-0 flex-1 basis-64 text-note-foreground">
        <Sentence reason={reason} who={name ? `${name} (${sender})` : sender} ticket={ticket} />{" "}
        <TimeAgo at={at} className="text-xs" />
      </p>
      <span className="flex flex-wrap items-center gap-2">
        <Button variant="link" size="inline" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide text" : "Show text"}
        </Button>
        {(reason === "stranger" || reason === "loop") && (
          <Button
            variant="outline"
            size="sm"
            aria-disabled={isBusy}
            onClick={() =>
              isBusy || add.mutate({ id, number: ticket.number }, done("Adding this mail"))
            }
          >
            {reason === "stranger" ? "Add and copy in" : "Add to ticket"}
          </Button>
        )}
        {reason === "stranger" && (
          <Button
            variant="outline"
            size="sm"
            aria-disabled={isBusy}
            onClick={() => isBusy || separate.mutate({ id }, done("Opening a separate ticket"))}
          >
            Open a separate ticket
          </Button>
        )}
        {reason === "needs-review" && (
          <>
            <Button
              variant="outline"
              size="sm"
              aria-disabled={isBusy}
              onClick={() =>
                isBusy || send.mutate({ id, as: "reply" }, done("Sending this mail as a reply"))
              }
            >
              Send as reply
            </Button>
            <Button
              variant="outline"
              size="sm"
              aria-disabled={isBusy}
              onClick={() =>
                isBusy || send.mutate({ id, as: "note" }, done("Saving this mail as a note"))
              }
            >
              Save as note
            </Button>
          </>
        )}
        {reason !== "bounce" && !isOfStaff && (
          <Button
            variant="outline"
            size="sm"
            aria-disabled={isBusy}
            onClick={() => isBusy || block.mutate({ id }, done(`Blocked ${sender}`))}
          >
            Block sender
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isBusy}
          onClick={() => isBusy || remove.mutate({ id }, done("Deleted this mail"))}
        >
          Delete
        </Button>
      </span>
      {open && (
        <blockquote
          dir="auto"
          className="wrap-anywhere w-full max-w-180 border-l-2 pl-3 text-muted-foreground"
        >
          {preview || "This mail has no text."}
        </blockquote>
      )}
    </div>
  );
}

interface SentenceProps {
  reason: HeldOnTicket["reason"];
  who: string;
  ticket: TicketDetails;
}

function Sentence({ reason, who, ticket }: SentenceProps) {
  if (reason === "automatic") {
    return (
      <>
        Automatic reply from <bdi>{who}</bdi>.
      </>
    );
  }
  if (reason === "needs-review") {
    return (
      <>
        <bdi>{who}</bdi> answered by mail. It may quote our own mail, so look before it is sent.
      </>
    );
  }
  if (reason === "unproven-staff") {
    return (
      <>
        A mail in the name of <bdi>{who}</bdi> was not proven to be theirs. Nothing was done.
      </>
    );
  }
  if (reason === "loop") {
    return (
      <>
        <bdi>{who}</bdi> sent the same text too often. It isn't part of the conversation.
      </>
    );
  }
  if (reason === "bounce") {
    return (
      <>
        <bdi>{who}</bdi> reports that a mail of this ticket was not delivered.
      </>
    );
  }
  return (
    <>
      <bdi>{who}</bdi> answered <bdi>{ticket.requester.name}</bdi>'s mail. It isn't part of the
      conversation.
    </>
  );
}
