import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { statusNames, type TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import {
  type AfterLeaving,
  afterLeavingChoices,
  afterLeavingLabel,
  afterLeavingNames,
} from "../../../../shared/users.ts";
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
import { usePreference } from "../../../data/session/use-preference.ts";
import { useViewer } from "../../../data/session/viewer.ts";

interface SendButtonProps {
  /** The statuses that can be set with it. */
  moves: readonly TicketStatus[];
  status: TicketStatus | undefined;
  /** Attributes of the button, which can lead to missing text. */
  sending: Pick<ComponentProps<"button">, "disabled" | "aria-disabled" | "aria-describedby">;
  disabled: boolean;
  onSend: (status: TicketStatus | undefined) => void;
  /** Sends with another status, which becomes the default. */
  onChoose: (status: TicketStatus | undefined) => void;
}

/** A button that sends as last time, and a menu with the other statuses. */
export function SendButton(props: SendButtonProps) {
  const { moves, status, sending, disabled, onSend, onChoose } = props;
  const { afterLeaving } = useViewer();
  const setAfterLeaving = usePreference("afterLeaving");
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
          <DropdownMenuLabel>{afterLeavingLabel}</DropdownMenuLabel>
          <DropdownMenuRadioGroup
            aria-label={afterLeavingLabel}
            value={afterLeaving}
            onValueChange={(next) => setAfterLeaving(next as AfterLeaving)}
          >
            {afterLeavingChoices.map((choice) => (
              <DropdownMenuRadioItem key={choice} value={choice}>
                {afterLeavingNames[choice]}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}

function sendLabel(status: TicketStatus | undefined): string {
  return status ? `Send and set ${statusNames[status]}` : "Send";
}
