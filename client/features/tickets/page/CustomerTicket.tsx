import { CircleCheck, type LucideIcon, RotateCcw } from "lucide-react";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { useKeys } from "../../../app/keyboard/keys.ts";
import { Button } from "../../../components/ui/button.tsx";
import { useCustomerActs } from "../actions/use-customer-actions.ts";
import { Composer, type ComposerHandle, TakesFiles } from "../composer/Composer.tsx";
import { reopening } from "../list/customer-status.ts";
import { copyLink } from "../ticket-links.ts";
import { type MessageActs, MessageActsContext } from "../timeline/message-actions.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { useTimeline } from "../timeline/use-timeline.ts";
import { CustomerHeader } from "./CustomerHeader.tsx";
import { Rating } from "./Rating.tsx";
import { useTicketTrail } from "./use-ticket.ts";

interface CustomerTicketProps {
  ticket: TicketDetails;
  /** As the server has it, not as it was when it was last seen. */
  fresh: boolean;
  listAddress: string;
}

interface Offer {
  act: () => void;
  icon: LucideIcon;
  words: string;
  help?: string | undefined;
}

/** The conversation and a place to answer; whether it is solved, and how good the help was. */
export function CustomerTicket({ ticket, fresh, listAddress }: CustomerTicketProps) {
  const navigate = useNavigate();
  const composer = useRef<ComposerHandle>(null);
  const timeline = useTimeline(ticket);
  const { solve, reopen, rate, busy } = useCustomerActs(ticket);
  useTicketTrail(ticket.number, listAddress, true);
  const { help } = reopening(ticket.status);
  const offers: Offer[] = [
    ...(ticket.may.solve ? [{ act: solve, icon: CircleCheck, words: "It is solved" }] : []),
    ...(ticket.may.reopen ? [{ act: reopen, icon: RotateCcw, words: "Reopen", help }] : []),
  ];
  useKeys({
    about: `#${ticket.number}`,
    further: busy ? [] : offers.map(({ act, words }) => ({ label: words, run: act })),
    "ticket.leave": () => navigate(listAddress),
  });
  const messageActs: MessageActs = {
    quote: ticket.may.reply ? (message) => composer.current?.quote(message.html) : undefined,
    copyLink: (message) => void copyLink(ticket.number, message.id),
  };
  return (
    <>
      <CustomerHeader number={ticket.number} ticket={ticket} listAddress={listAddress} />
      <TakesFiles
        composer={composer}
        className="mx-auto flex min-h-0 w-full max-w-190 flex-1 flex-col"
      >
        <MessageActsContext value={messageActs}>
          <Timeline ticket={ticket} timeline={timeline} fresh={fresh} />
        </MessageActsContext>
        <Rating ticket={ticket} onRate={rate} busy={busy} />
        {offers.length > 0 && (
          <div className="flex shrink-0 gap-2 px-4 pb-2 max-shell:px-2 print:hidden">
            {offers.map(({ act, icon: Icon, words, help }, index) => (
              <Button
                // biome-ignore lint/suspicious/noArrayIndexKey: one takes the place, and the focus, of the other.
                key={index}
                variant="outline"
                className="flex-1"
                data-hint={help}
                data-hint-side="top"
                // Not disabled, which would lose the focus.
                aria-disabled={busy}
                // Under a finger that stays, the other act would come and go with each repeat.
                onKeyDown={(event) => event.repeat && event.preventDefault()}
                onClick={(event) => event.detail > 1 || act()}
              >
                <Icon />
                {words}
              </Button>
            ))}
          </div>
        )}
        <Composer ref={composer} ticket={ticket} />
      </TakesFiles>
    </>
  );
}
