import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { statusNames, type TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import type { AfterSending } from "./send-choices.ts";

interface SendButtonProps {
  /** The statuses that can be set with it. */
  moves: readonly TicketStatus[];
  status: TicketStatus | undefined;
  /** Attributes of the button, which can lead to missing text. */
  sending: Pick<ComponentProps<"button">, "disabled" | "aria-disabled" | "aria-describedby">;
  disabled: boolean;
  afterSending: AfterSending;
  onAfterSending: (after: AfterSending) => void;
  onSend: (status: TicketStatus | undefined) => void;
  /** Sends with another status, which becomes the default. */
  onChoose: (status: TicketStatus | undefined) => void;
}

/** A button that sends as last time, and a menu with the other statuses. */
export function SendButton(props: SendButtonProps) {
  const { moves, status, sending, disabled, afterSending, onAfterSending, onSend, onChoose } =
    props;
  return (
    <div className="flex shrink-0">
      <Button
        {...sending}
        onClick={() => onSend(status)}
        className="rounded-r-none"
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {sendLabel(status)}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            aria-label="More send options"
            data-hint="More send options"
            className="min-w-8 rounded-l-none border-l-primary-foreground/30 px-0"
          >
            <ChevronDown />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" side="top">
          {([undefined, ...moves] as const).map((move) => (
            <DropdownMenuItem
              key={move ?? "as it is"}
              disabled={disabled}
              onSelect={() => onChoose(move)}
            >
              {move ? <StatusMark status={move} besideWord /> : <span className="size-4" />}
              {sendLabel(move)}
            </DropdownMenuItem>
          ))}
          <DropdownMenuSeparator />
          <DropdownMenuLabel>After sending</DropdownMenuLabel>
          <DropdownMenuRadioGroup
            aria-label="After sending"
            value={afterSending}
            onValueChange={(next) => onAfterSending(next === "next" ? "next" : "stay")}
          >
            <DropdownMenuRadioItem value="stay">Stay here</DropdownMenuRadioItem>
            <DropdownMenuRadioItem value="next">Go to the next ticket</DropdownMenuRadioItem>
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}

function sendLabel(status: TicketStatus | undefined): string {
  return status ? `Send and set ${statusNames[status]}` : "Send";
}
