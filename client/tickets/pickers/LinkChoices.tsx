import { useState } from "react";
import type { LinkKind, TicketDetails, TicketLink } from "../../../shared/tickets/page.ts";
import { cn } from "../../lib/cn.ts";
import { Button } from "../../ui/button.tsx";
import { TicketChoices } from "./TicketChoices.tsx";

export type ChosenKind = Exclude<LinkKind, "follow-up-of">;

interface LinkChoicesProps {
  ticket: TicketDetails;
  links: readonly TicketLink[];
  onChoose: (number: number, kind: ChosenKind) => void;
}

const kinds: { value: ChosenKind; name: string; label: string }[] = [
  { value: "related", name: "Related", label: "Find a related ticket" },
  { value: "duplicate-of", name: "Duplicate of", label: "Find the original" },
  { value: "parent-of", name: "Parent of", label: "Find the child" },
];

/** First what this ticket is to the other, then which one. */
export function LinkChoices({ ticket, links, onChoose }: LinkChoicesProps) {
  const [kind, setKind] = useState<ChosenKind>("related");
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
        isOffered={({ id }) => !linked.has(id)}
        onChoose={({ number }) => onChoose(number, kind)}
      />
    </>
  );
}
