import { UserRoundCheck } from "lucide-react";
import { createContext, use } from "react";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { Person } from "../../../components/people/Person.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import type { TicketActionName } from "../actions/ticket-actions.ts";

type RunOnRow = (name: TicketActionName, row: TicketRow) => void;

/** Runs an action on one row of the list; null where rows have none. */
export const RowActionContext = createContext<RunOnRow | null>(null);

interface AssigneeCellProps {
  ticket: TicketRow;
  nameClassName?: string;
}

/** The assignee; on hover, a button that assigns the ticket to the viewer. */
export function AssigneeCell({ ticket, nameClassName }: AssigneeCellProps) {
  return (
    <span className="relative flex min-w-0 items-center">
      <Person person={ticket.assignee} nameClassName={nameClassName} />
      <AssignToMeButton ticket={ticket} className="absolute right-0" />
    </span>
  );
}

/** Shown on the row that is hovered, has the cursor or contains the focus; not on touch screens. */
export function AssignToMeButton({ ticket, className }: { ticket: TicketRow; className: string }) {
  const viewer = useViewer();
  const run = use(RowActionContext);
  const { assignee, status, spam } = ticket;
  if (!run || spam || status === "closed" || assignee?.id === viewer.id) return null;
  return (
    <span className={className}>
      <IconButton
        label="Assign to me"
        shortcut={keyHint("ticket.take")}
        // The keyboard has its key: Tab leads from the row to what follows the list.
        tabIndex={-1}
        className="bg-accent opacity-0 focus-visible:opacity-100 group-hover:opacity-100 group-data-cursor:opacity-100 pointer-coarse:hidden"
        onClick={() => run("take", ticket)}
      >
        <UserRoundCheck />
      </IconButton>
    </span>
  );
}
