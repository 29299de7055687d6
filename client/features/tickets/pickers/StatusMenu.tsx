import { Check, Moon } from "lucide-react";
import type { ReactNode } from "react";
import {
  statusNames,
  type TicketStatus,
  ticketStatuses,
} from "../../../../shared/tickets/vocabulary.ts";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import {
  chooseByKey,
  type PickerState,
  useBeginAtCurrent,
  useTriggerInSight,
} from "./PickerPopover.tsx";

interface StatusMenuProps extends PickerState {
  /** Undefined for several tickets with different statuses. */
  value: TicketStatus | undefined;
  moveTo: readonly TicketStatus[];
  trigger: ReactNode;
  onChoose: (status: TicketStatus) => void;
  onSnooze: () => void;
}

const hints: Partial<Record<TicketStatus, string>> = {
  pending: "waiting for the customer",
  "on-hold": "waiting for a third party",
  closed: "can't be reopened",
};

/** The status and the possible next ones, each with its own key while the menu is open. */
export function StatusMenu(props: StatusMenuProps) {
  const { value, moveTo: next, trigger, onChoose, onSnooze, onCloseAutoFocus, ...state } = props;
  const content = useBeginAtCurrent(state.open);
  const inSight = useTriggerInSight(state.open);
  const numbered = next.filter((status) => status !== "resolved");
  const keyOf = (status: TicketStatus) =>
    status === "resolved" ? keyHint("ticket.resolve") : String(numbered.indexOf(status) + 1);
  return (
    <DropdownMenu {...state}>
      <DropdownMenuTrigger ref={inSight} asChild>
        {trigger}
      </DropdownMenuTrigger>
      <DropdownMenuContent
        ref={content}
        align="start"
        className="min-w-72"
        aria-label="Status"
        onKeyDownCapture={chooseByKey}
        onCloseAutoFocus={onCloseAutoFocus}
      >
        {ticketStatuses.map((status) => {
          if (status === value) {
            return (
              <DropdownMenuItem key={status} aria-current="true">
                <StatusMark status={status} besideWord />
                {statusNames[status]}
                <Check className="ml-auto" />
              </DropdownMenuItem>
            );
          }
          if (!next.includes(status)) return null;
          return (
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
          );
        })}
        <DropdownMenuSeparator />
        <DropdownMenuItem
          shortcut={keyHint("ticket.snooze")}
          data-key={keyHint("ticket.snooze")}
          onSelect={onSnooze}
        >
          <Moon className="text-muted-foreground" />
          Snooze until…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
