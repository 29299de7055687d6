import { CircleCheck, type LucideIcon, RotateCcw } from "lucide-react";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { useKeys } from "../../../app/keyboard/keys.ts";
import { Button } from "../../../components/ui/button.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { useCustomerActions } from "../actions/use-ticket-action.ts";
import type { ComposerHandle } from "../composer/Composer.tsx";
import { ComposerDropArea } from "../composer/ComposerDropArea.tsx";
import { reopening } from "../list/customer-status.ts";
import { copyLink } from "../ticket-links.ts";
import { type MessageActions, MessageActionsContext } from "../timeline/message-actions.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { useTimeline } from "../timeline/use-timeline.ts";
import { AddColleague } from "./AddColleague.tsx";
import { CustomerHeader } from "./CustomerHeader.tsx";
import { LazyComposer } from "./LazyComposer.tsx";
import { Rating } from "./Rating.tsx";
import { useTicketTrail } from "./use-ticket.ts";
import { WhatNext } from "./WhatNext.tsx";

interface CustomerTicketProps {
  ticket: TicketDetails;
  /** Loaded from the server since it was opened, not from the cache. */
  fresh: boolean;
  listAddress: string;
}

interface Offer {
  act: () => void;
  icon: LucideIcon;
  words: string;
  help?: string | undefined;
}

/** A customer's ticket: conversation, composer, solving and rating. */
export function CustomerTicket({ ticket, fresh, listAddress }: CustomerTicketProps) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const composer = useRef<ComposerHandle>(null);
  const timeline = useTimeline(ticket);
  const { solve, reopen, rate, busy } = useCustomerActions(ticket);
  useTicketTrail(ticket.number, listAddress, true);
  const { help } = reopening(ticket.status);
  const offers: Offer[] = [
    ...(ticket.may.solve ? [{ act: solve, icon: CircleCheck, words: "It is solved" }] : []),
    ...(ticket.may.reopen ? [{ act: reopen, icon: RotateCcw, words: "Reopen", help }] : []),
  ];
  useKeys({
    about: `#${ticket.number}`,
    further: busy ? [] : offers.map(({ act, icon, words }) => ({ label: words, icon, run: act })),
    "ticket.leave": () => navigate(listAddress),
  });
  const messageActions: MessageActions = {
    quote: ticket.may.reply ? (message) => composer.current?.quote(message.html) : undefined,
    copyLink: (message) => void copyLink(ticket.number, message.id),
  };
  return (
    <>
      <CustomerHeader
        number={ticket.number}
        ticket={ticket}
        listAddress={listAddress}
        action={
          ticket.company &&
          ticket.requester.id === viewer.id &&
          ticket.status !== "closed" && (
            <AddColleague id={ticket.id} company={ticket.company.name} />
          )
        }
      />
      <ComposerDropArea
        composer={composer}
        className="mx-auto flex min-h-0 w-full max-w-190 flex-1 flex-col"
      >
        <MessageActionsContext value={messageActions}>
          <Timeline ticket={ticket} timeline={timeline} fresh={fresh} />
        </MessageActionsContext>
        <WhatNext ticket={ticket} />
        <Rating ticket={ticket} onRate={rate} busy={busy} />
        {offers.length > 0 && (
          <div className="flex shrink-0 gap-2 px-4 pb-2 max-shell:px-2 print:hidden">
            {offers.map(({ act, icon: Icon, words, help }, index) => (
              <Button
                // biome-ignore lint/suspicious/noArrayIndexKey: the buttons replace each other and keep the focus.
                key={index}
                variant="outline"
                className="flex-1"
                data-hint={help}
                data-hint-side="top"
                // Not disabled, which would lose the focus.
                aria-disabled={busy}
                // The next button appears in the same place: ignore key repeats.
                onKeyDown={(event) => event.repeat && event.preventDefault()}
                onClick={(event) => event.detail > 1 || act()}
              >
                <Icon />
                {words}
              </Button>
            ))}
          </div>
        )}
        <LazyComposer ref={composer} ticket={ticket} />
      </ComposerDropArea>
    </>
  );
}
