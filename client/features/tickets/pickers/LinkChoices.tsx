import { useState } from "react";
import type { LinkKind, TicketDetails, TicketLink } from "../../../../shared/tickets/page.ts";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { type OfferedTicket, TicketChoices } from "./TicketChoices.tsx";

/** What two tickets are to each other, and which of them is what. */
export interface ChosenLink {
  kind: Exclude<LinkKind, "follow-up-of">;
  direction: TicketLink["direction"];
}

interface LinkChoicesProps {
  ticket: TicketDetails;
  links: readonly TicketLink[];
  onChoose: (other: OfferedTicket, link: ChosenLink) => void;
}

const choices = [
  { kind: "related", direction: "to", name: "Related", label: "Find a related ticket" },
  { kind: "duplicate-of", direction: "to", name: "Duplicate of", label: "Find the original" },
  { kind: "duplicate-of", direction: "from", name: "Has duplicate", label: "Find the duplicate" },
  { kind: "parent-of", direction: "to", name: "Parent of", label: "Find the child" },
  { kind: "parent-of", direction: "from", name: "Child of", label: "Find the parent" },
] as const satisfies (ChosenLink & { name: string; label: string })[];

/** First what this ticket is to the other, then which one: most are of the same person. */
export function LinkChoices({ ticket, links, onChoose }: LinkChoicesProps) {
  const [chosen, setChosen] = useState<(typeof choices)[number]>(choices[0]);
  const { requester } = ticket;
  const linked = new Set([ticket.id, ...links.map((link) => link.ticket.id)]);
  return (
    <>
      <fieldset className="mb-2 flex flex-wrap gap-1">
        <legend className="sr-only">What this ticket is to the other</legend>
        {choices.map((choice) => (
          <Button
            key={choice.name}
            size="sm"
            variant="outline"
            aria-pressed={choice === chosen}
            className={cn(
              "flex-1",
              choice === chosen && "border-primary bg-selected dark:bg-selected",
            )}
            onClick={() => setChosen(choice)}
          >
            {choice.name}
          </Button>
        ))}
      </fieldset>
      <TicketChoices
        label={chosen.label}
        first={ticket.staff?.otherTickets.map((other) => ({ ...other, requester }))}
        isOffered={({ id }) => !linked.has(id)}
        isNear={(other) => other.requester.id === requester.id}
        onChoose={(other) => onChoose(other, chosen)}
      />
    </>
  );
}
