import { Ellipsis, Eraser } from "lucide-react";
import type { TimelineEvent } from "../../../../shared/tickets/page.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { useMessageActs } from "./message-actions.ts";

/** What can be done with a change that is over: of a subject, to take the earlier one out of it. */
export function EventMenu({ events }: { events: readonly TimelineEvent[] }) {
  const { redact } = useMessageActs();
  const subject = events.find(({ change }) => change.kind === "subject" && !change.redactedBy);
  if (!redact || !subject) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          label="Change of the subject: more"
          className="-my-1 size-6 opacity-0 focus-visible:opacity-100 group-hover/event:opacity-100 data-[state=open]:opacity-100 pointer-coarse:-mx-1 pointer-coarse:-my-3.5 pointer-coarse:opacity-100"
        >
          <Ellipsis />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem
          variant="destructive"
          onSelect={() => redact({ what: "subject", id: subject.id })}
        >
          <Eraser />
          Redact the earlier subject…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
