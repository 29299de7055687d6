import { printName } from "../../../shared/search/print.ts";
import { TicketChoices } from "../pickers/TicketChoices.tsx";
import type { MergeTicket } from "./asked-merge.ts";

interface FindOtherProps {
  ticket: MergeTicket;
  onFound: (ticket: MergeTicket) => void;
}

/** Those first that the same person asked, and before anything is typed only what may be merged. */
export function FindOther({ ticket, onFound }: FindOtherProps) {
  return (
    <div className="min-h-72">
      <TicketChoices
        label="Find the other ticket"
        among={mergeableWith(ticket)}
        isOffered={({ id, status }) => status !== "closed" && id !== ticket.id}
        isNear={({ requester }) => requester.id === ticket.requester.id}
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
