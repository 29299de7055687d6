import { useState } from "react";
import type { LinkKind, TicketDetails, TicketLink } from "../../../shared/tickets/page.ts";
import { cn } from "../../lib/cn.ts";
import { Button } from "../../ui/button.tsx";
import { type OfferedTicket, TicketChoices } from "./TicketChoices.tsx";

export type ChosenKind = Exclude<LinkKind, "follow-up-of">;

interface LinkChoicesProps {
  ticket: TicketDetails;
  links: readonly TicketLink[];
  onChoose: (other: OfferedTicket, kind: ChosenKind) => void;
}

const kinds: { value: ChosenKind; name: string; label: string }[] = [
  { value: "related", name: "Related", label: "Find a related ticket" },
  { value: "duplicate-of", name: "Duplicate of", label: "Find the original" },
  { value: "parent-of", name: "Parent of", label: "Find the child" },
];

/** First what this ticket is to the other, then which one: most are of the same person. */
export function LinkChoices({ ticket, links, onChoose }: LinkChoicesProps) {
  const [kind, setKind] = useState<ChosenKind>("related");
  const { requester } = ticket;
  const linked = new Set([ticket.id, ...links.map((link) => link.ticket.id)]);
  return (
    <>
      <fieldset className="mb-2 flex gap-1">
        <legend className="sr-only">What this ticket is to the other</legend>
        {kinds.map(({ value, name }) => (
          <Button
            key={value}
            size="sm"
            variant="outline"
            aria-pressed={kind === value}
            className={cn(
              "flex-1",
              kind === value && "border-primary bg-selected dark:bg-selected",
            )}
            onClick={() => setKind(value)}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      <TicketChoices
        label={kinds.find(({ value }) => value === kind)?.label ?? "Find a ticket"}
        first={ticket.staff?.otherTickets.map((other) => ({ ...other, requester }))}
        isOffered={({ id }) => !linked.has(id)}
        isNear={(other) => other.requester.id === requester.id}
        onChoose={(other) => onChoose(other, kind)}
      />
    </>
  );
}
