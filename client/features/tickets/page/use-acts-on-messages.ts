import { type RefObject, useMemo } from "react";
import { can } from "../../../../shared/access.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useUnmerge } from "../actions/use-unmerge.ts";
import type { ComposerHandle } from "../composer/Composer.tsx";
import type { MessageActs } from "../timeline/message-actions.ts";
import { copyLink } from "./copy-link.ts";

interface Around extends Pick<MessageActs, "splitFrom" | "redact" | "choice"> {
  composer: RefObject<ComposerHandle | null>;
  /** Whether the ticket may be merged and what was merged taken apart again. */
  sorts: boolean;
}

/** What may be done with a message of this ticket; the same as long as nothing of it is another. */
export function useActsOnMessages(
  ticket: TicketDetails,
  { composer, splitFrom, redact, choice, sorts }: Around,
): MessageActs {
  const { number, may, staff } = ticket;
  const viewer = useViewer();
  const mayRedact = !staff?.spam && can(viewer, "ticket.redact");
  const unmerge = useUnmerge(ticket);
  return useMemo(
    () => ({
      quote: may.reply ? (message) => composer.current?.quote(message.html) : undefined,
      copyLink: (message) => void copyLink(number, message.id),
      splitFrom,
      redact: mayRedact ? redact : undefined,
      unmerge: sorts ? unmerge : undefined,
      choice,
    }),
    [may.reply, composer, number, splitFrom, mayRedact, redact, sorts, unmerge, choice],
  );
}
