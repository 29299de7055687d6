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
  /** The states that may go with it. */
  moves: readonly TicketStatus[];
  status: TicketStatus | undefined;
  /** Of the button itself, which may lead to what is lacking. */
  sending: Pick<ComponentProps<"button">, "disabled" | "aria-disabled" | "aria-describedby">;
  /** Nothing can be sent yet. */
  disabled: boolean;
  afterSending: AfterSending;
  onAfterSending: (after: AfterSending) => void;
  onSend: (status: TicketStatus | undefined) => void;
  /** By one of the other ways: it is the usual one from then on. */
  onChoose: (status: TicketStatus | undefined) => void;
}

/** One button that sends as last time, and beside it the other states. */
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
        {sendWords(status)}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            aria-label="Other ways to send"
            data-hint="Other ways to send"
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
              {sendWords(move)}
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

function sendWords(status: TicketStatus | undefined): string {
  return status ? `Send and set ${statusNames[status]}` : "Send";
}
