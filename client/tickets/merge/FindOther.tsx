import { TicketChoices } from "../pickers/TicketChoices.tsx";
import type { MergeTicket } from "./merge-dialog.ts";

interface FindOtherProps {
  without: readonly MergeTicket[];
  onFound: (ticket: MergeTicket) => void;
}

export function FindOther({ without, onFound }: FindOtherProps) {
  return (
    <div className="min-h-72">
      <TicketChoices
        label="Find the other ticket"
        isOffered={({ id, status }) =>
          status !== "closed" && !without.some((other) => other.id === id)
        }
        onChoose={onFound}
      />
    </div>
  );
}
