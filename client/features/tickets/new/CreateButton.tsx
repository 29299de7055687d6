import { ChevronDown } from "lucide-react";
import type { FirstStatus } from "../../../../shared/schemas/ticket-acts.ts";
import { statusNames } from "../../../../shared/tickets/vocabulary.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";

const statuses: readonly FirstStatus[] = ["open", "pending", "on-hold", "resolved"];

interface CreateButtonProps {
  disabled: boolean;
  onCreate: (status: FirstStatus) => void;
}

/** Creates the ticket; the menu next to it also sets a status. */
export function CreateButton({ disabled, onCreate }: CreateButtonProps) {
  return (
    <div className="flex shell:order-last shell:ml-auto">
      <Button
        type="submit"
        size="lg"
        aria-disabled={disabled}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        className="flex-1 rounded-r-none"
      >
        Create ticket
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            size="lg"
            aria-label="More create options"
            data-hint="More create options"
            className="min-w-9 rounded-l-none border-l-primary-foreground/30 px-0"
          >
            <ChevronDown />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" side="top">
          {statuses.map((status) => (
            <DropdownMenuItem key={status} disabled={disabled} onSelect={() => onCreate(status)}>
              <StatusMark status={status} besideWord />
              {`Create and set ${statusNames[status]}`}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
