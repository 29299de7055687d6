import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { deskSendsMail } from "../../../app/theme/desk-theme.ts";
import { formatDuration } from "../../../components/format/format-figures.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";
import { isOptimistic } from "../actions/optimistic-message.ts";

/** After a customer has written: what happens next, and how long it usually takes. */
export function WhatNext({ ticket }: { ticket: TicketDetails }) {
  return isAnswerDue(ticket) && <Expectation />;
}

function Expectation() {
  const sendsMail = useStore(deskSendsMail);
  const usual = trpc.tickets.usualReply.useQuery(undefined, { staleTime: 60 * 60_000 });
  if (!usual.data) return null;
  return (
    <p
      role="status"
      data-slot="what-next"
      className="mx-4 mb-2 shrink-0 text-balance text-center text-muted-foreground text-sm max-shell:mx-2 print:hidden"
    >
      {whatNext(usual.data.seconds, sendsMail)}
    </p>
  );
}

/** `We've got your message. We usually reply within 2 h and will email you.` */
export function whatNext(seconds: number | null, sendsMail: boolean): string {
  const reply =
    seconds === null
      ? "Our reply will appear here"
      : `We usually reply within ${formatDuration(Math.max(60, seconds))}`;
  const mail = seconds === null ? ", and we'll email you" : " and will email you";
  return `We've got your message. ${reply}${sendsMail ? mail : ""}.`;
}

/** Whether the last message is the reader's own, and the ticket is with us. */
export function isAnswerDue({
  status,
  timeline,
}: Pick<TicketDetails, "status" | "timeline">): boolean {
  const last = timeline.items.findLast((item) => item.kind === "message");
  if (last?.kind !== "message" || !last.mine || isOptimistic(last)) return false;
  return status === "new" || status === "open";
}
