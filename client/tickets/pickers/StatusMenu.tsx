import { Moon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { statusNames, type TicketStatus } from "../../../shared/tickets/vocabulary.ts";
import { keyHint } from "../../lib/keys/keys.ts";
import { StatusMark } from "../../parts/ticket/StatusMark.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../ui/dropdown-menu.tsx";
import type { PickerState } from "./PickerPopover.tsx";

interface StatusMenuProps extends PickerState {
  moveTo: readonly TicketStatus[];
  maySnooze: boolean;
  trigger: ReactNode;
  onChoose: (status: TicketStatus) => void;
  onSnooze: () => void;
}

const hints: Partial<Record<TicketStatus, string>> = {
  pending: "waiting for the customer",
  "on-hold": "waiting for someone else",
  closed: "for good",
};

/** What may come next, and nothing else; each with its own key while the menu is open. */
export function StatusMenu(props: StatusMenuProps) {
  const {
    moveTo: next,
    maySnooze,
    trigger,
    onChoose,
    onSnooze,
    onCloseAutoFocus,
    ...state
  } = props;
  const content = useRef<HTMLDivElement>(null);
  const numbered = next.filter((status) => status !== "resolved");
  const keyOf = (status: TicketStatus) =>
    status === "resolved" ? keyHint("ticket.resolve") : String(numbered.indexOf(status) + 1);
  const pressItem = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toUpperCase();
    const item = content.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    if (!item) return;
    event.preventDefault();
    event.stopPropagation();
    item.click();
  };
  return (
    <DropdownMenu {...state}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent
        ref={content}
        align="start"
        className="min-w-72"
        aria-label="Status"
        onKeyDownCapture={pressItem}
        onCloseAutoFocus={onCloseAutoFocus}
      >
        {next.map((status) => (
          <DropdownMenuItem
            key={status}
            shortcut={keyOf(status)}
            data-key={keyOf(status)}
            onSelect={() => onChoose(status)}
          >
            <StatusMark status={status} besideWord />
            {statusNames[status]}
            {hints[status] && (
              <span className="text-muted-foreground text-xs">{hints[status]}</span>
            )}
          </DropdownMenuItem>
        ))}
        {maySnooze && (
          <>
            {next.length > 0 && <DropdownMenuSeparator />}
            <DropdownMenuItem
              shortcut={keyHint("ticket.snooze")}
              data-key={keyHint("ticket.snooze")}
              onSelect={onSnooze}
            >
              <Moon className="text-muted-foreground" />
              Snooze until…
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
