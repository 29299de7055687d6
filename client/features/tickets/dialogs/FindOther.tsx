import { useEffect, useRef } from "react";
import { printName } from "../../../../shared/search/print.ts";
import { TicketChoices } from "../pickers/TicketChoices.tsx";
import type { MergeTicket } from "./open-merge.ts";

interface FindOtherProps {
  ticket: MergeTicket;
  /** Looked for once more: the focus comes back to it. */
  again: boolean;
  onFound: (ticket: MergeTicket) => void;
}

/**
 * Those first that the same person asked, and before anything is typed only what may be merged: what
 * is looked for by name is found, and told why not where that is so.
 */
export function FindOther({ ticket, again, onFound }: FindOtherProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (again) place.current?.querySelector("input")?.focus();
  }, [again]);
  return (
    <div ref={place} className="min-h-72">
      <TicketChoices
        label="Find the other ticket"
        among={mergeableWith(ticket)}
        isOffered={({ id }) => id !== ticket.id}
        isNear={({ requester, status }) =>
          requester.id === ticket.requester.id && status !== "closed"
        }
        onChoose={onFound}
      />
    </div>
  );
}

/** What is of another company, or closed, would be refused. */
function mergeableWith({ company, requester }: MergeTicket): string {
  const place = company
    ? `company:${printName(company.name)}`
    : `company:none requester:${printName(requester.name)}`;
  return `${place} -status:closed`;
}
