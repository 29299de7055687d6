import { MailCheck } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import type { HeldReason } from "../../shared/inbound-mail.ts";
import type { ReceivedMail, ReceivedMailPage } from "../../shared/mailboxes.ts";
import { trpc } from "../data/trpc.ts";
import { HeldMailActions } from "./HeldMailActions.tsx";
import { ListBody } from "./table/ListBody.tsx";
import { OpeningRow, openingRowHeight } from "./table/OpeningRow.tsx";
import { useOpenRows } from "./table/use-open-rows.ts";
import { pagedOptions, usePages } from "./table/use-pages.ts";
import { VirtualList } from "./table/VirtualList.tsx";
import { EmptyState } from "./ui/empty-state.tsx";
import { Skeleton } from "./ui/skeleton.tsx";
import { TimeAgo } from "./ui/time-ago.tsx";

/** Each reason in two words, and as a sentence. */
const reasons: Record<HeldReason, [name: string, sentence: string]> = {
  automatic: ["Automatic reply", "An absence notice or another automatic reply."],
  bounce: ["Not delivered", "A mail server reports that it couldn't deliver one of our mails."],
  own: ["Our own mail", "This desk sent it."],
  duplicate: ["Duplicate", "The same mail arrived before."],
  stranger: ["Not on the ticket", "It answers a ticket that its sender isn't part of."],
  blocked: ["Blocked sender", "This sender is blocked."],
  "disabled-person": ["Disabled user", "Its sender is a disabled user."],
  "failed-check": ["Forged sender", "The mail server found that the sender is forged."],
  spam: ["Spam", "The mail server marked it as spam."],
  "not-accepted": ["Not accepted", "This mailbox doesn't accept mail from its sender."],
  loop: ["Too many mails", "Its sender wrote too often in a short time, as programs do."],
  flood: ["Too many senders", "Too many new people wrote to this mailbox within an hour."],
  "no-sender": ["No sender", "It names no sender."],
  "unproven-staff": ["Unverified agent", "It names an agent as its sender, without proof."],
  "needs-review": ["Needs a look", "Text below a quoted line may belong to the answer."],
  "needs-requester": ["No requester", "An agent wrote it, and agents can't be requesters."],
};

/** Mails that became neither a ticket nor a message, with the reason. `?mail=` opens one of them. */
export function HeldMailList({ className }: { className?: string }) {
  const [params] = useSearchParams();
  const mails = trpc.mailboxes.held.useInfiniteQuery({}, pagedOptions);
  const pages = usePages(mails, mailsOf);
  const openRow = useOpenRows(params.get("mail"));
  return (
    <ListBody
      pages={pages}
      empty={
        <EmptyState icon={MailCheck} title="No held mail">
          Automatic replies, duplicates and mail from blocked senders appear here.
        </EmptyState>
      }
    >
      <VirtualList
        label="Held mail"
        pages={pages}
        size={openingRowHeight}
        listKey="held"
        skeleton={<HeldSkeleton />}
        className={className}
      >
        {(mail) => <HeldRow mail={mail} {...openRow(mail.id)} />}
      </VirtualList>
    </ListBody>
  );
}

interface HeldRowProps {
  mail: ReceivedMail;
  open: boolean;
  toggle: () => void;
}

function HeldRow({ mail, open, toggle }: HeldRowProps) {
  const { reason, subject, preview, receivedAt, mailbox, ticketNumber } = mail;
  const [name, sentence] = reason ? reasons[reason] : ["Held", ""];
  return (
    <OpeningRow
      open={open}
      toggle={toggle}
      className="grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2 shell:grid-cols-[1rem_8.5rem_minmax(0,13rem)_minmax(0,1fr)_auto] shell:gap-x-3"
      line={
        <>
          <span className="truncate text-muted-foreground">{name}</span>
          <span
            dir="auto"
            data-hint={senderOf(mail)}
            data-hint-cut=""
            className="truncate max-shell:col-start-2 max-shell:row-start-2"
          >
            {senderOf(mail)}
          </span>
          <span
            dir="auto"
            data-hint={subject ?? ""}
            data-hint-cut=""
            className="truncate max-shell:col-span-2 max-shell:col-start-2 max-shell:row-start-3"
          >
            {subject || "No subject"}
          </span>
          <TimeAgo
            at={receivedAt}
            className="text-right text-muted-foreground max-shell:col-start-3 max-shell:row-start-1"
          />
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <p>
          {sentence}{" "}
          {ticketNumber !== null && (
            <Link to={`/ticket/${ticketNumber}`} className="text-selected-foreground underline">
              Ticket #{ticketNumber}
            </Link>
          )}
        </p>
        {preview && (
          <blockquote
            dir="auto"
            className="wrap-anywhere max-w-180 border-l-2 pl-3 text-muted-foreground"
          >
            {preview}
          </blockquote>
        )}
        <p className="text-muted-foreground text-xs">Received by {mailbox.name}</p>
        <HeldMailActions mail={mail} />
      </div>
    </OpeningRow>
  );
}

function HeldSkeleton() {
  return (
    <div className="flex h-10 items-center gap-3 px-4">
      <Skeleton className="w-28" />
      <Skeleton className="w-44" />
      <Skeleton className="w-64" />
    </div>
  );
}

/** `Ana Acme (ana@acme.test)` */
export function senderOf({
  sender,
  senderName,
}: Pick<ReceivedMail, "sender" | "senderName">): string {
  if (!sender) return senderName || "No sender";
  return senderName ? `${senderName} (${sender})` : sender;
}

export function mailsOf(page: ReceivedMailPage) {
  return page.mails;
}
