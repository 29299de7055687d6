import {
  Ban,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CornerDownRight,
  Link2,
  Mail,
  Merge,
  Moon,
  Plus,
  Split,
  UserRoundCheck,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { statusNames, type TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";

import { useFocusGoesOn } from "../../../components/ui/use-focus-goes-on.ts";

export interface MoreMenuProps {
  ticket: TicketDetails;
  trigger: ReactNode;
  onStatus: (status: TicketStatus) => void;
  /** Null where it is theirs already. */
  onTake: (() => void) | null;
  onSnooze: () => void;
  onCopyLink: () => void;
  onUnread: () => void;
  /** Null where it may not be, now or by this person. */
  onFollowUp: (() => void) | null;
  onMerge: (() => void) | null;
  onSplit: (() => void) | null;
  onSpam: (() => void) | null;
  /** Here too, since a phone has no room for them above the ticket. */
  nextPrevious: { previous: number | null; next: number | null };
  /** The list stands beside it, with a button for new ones. */
  beside: boolean;
}

export function MoreMenu({
  ticket: { may, status },
  trigger,
  onStatus,
  onTake,
  onSnooze,
  onFollowUp,
  onCopyLink,
  onUnread,
  onMerge,
  onSplit,
  onSpam,
  nextPrevious,
  beside,
}: MoreMenuProps) {
  const { search } = useLocation();
  const focus = useFocusGoesOn();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-56" onCloseAutoFocus={focus.onClose}>
        {may.moveTo.map((next) => (
          <DropdownMenuItem
            key={next}
            shortcut={next === "resolved" ? keyHint("ticket.resolve") : undefined}
            onSelect={() => onStatus(next)}
          >
            {next === "closed" ? (
              <CircleCheck className="text-muted-foreground" />
            ) : (
              <StatusMark status={next} besideWord />
            )}
            {next === "closed" ? "Close ticket…" : `Set ${statusNames[next]}`}
          </DropdownMenuItem>
        ))}
        {may.moveTo.length > 0 && <DropdownMenuSeparator />}
        {onFollowUp && (
          <DropdownMenuItem onSelect={onFollowUp}>
            <CornerDownRight className="text-muted-foreground" />
            Open follow-up ticket
          </DropdownMenuItem>
        )}
        {may.update && status !== "closed" && (
          <>
            {onTake && (
              <DropdownMenuItem shortcut={keyHint("ticket.take")} onSelect={onTake}>
                <UserRoundCheck className="text-muted-foreground" />
                Assign to me
              </DropdownMenuItem>
            )}
            <DropdownMenuItem shortcut={keyHint("ticket.snooze")} onSelect={onSnooze}>
              <Moon className="text-muted-foreground" />
              Snooze until…
            </DropdownMenuItem>
          </>
        )}
        {nextPrevious.previous !== null && (
          <DropdownMenuItem asChild className="shell:hidden">
            <Link to={`/ticket/${nextPrevious.previous}${search}`}>
              <ChevronUp className="text-muted-foreground" />
              Previous ticket
            </Link>
          </DropdownMenuItem>
        )}
        {nextPrevious.next !== null && (
          <DropdownMenuItem asChild className="shell:hidden">
            <Link to={`/ticket/${nextPrevious.next}${search}`}>
              <ChevronDown className="text-muted-foreground" />
              Next ticket
            </Link>
          </DropdownMenuItem>
        )}
        {!beside && (
          <DropdownMenuItem asChild className="shell:hidden">
            <Link to="/ticket/new">
              <Plus className="text-muted-foreground" />
              New ticket
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={onUnread}>
          <Mail className="text-muted-foreground" />
          Mark as unread
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onCopyLink}>
          <Link2 className="text-muted-foreground" />
          Copy link
        </DropdownMenuItem>
        {(onMerge || onSplit || onSpam) && <DropdownMenuSeparator />}
        {onMerge && (
          <DropdownMenuItem onSelect={onMerge}>
            <Merge className="text-muted-foreground" />
            Merge with…
          </DropdownMenuItem>
        )}
        {onSplit && (
          <DropdownMenuItem onSelect={focus.goesOn(onSplit)}>
            <Split className="text-muted-foreground" />
            Split…
          </DropdownMenuItem>
        )}
        {onSpam && (
          <DropdownMenuItem onSelect={onSpam}>
            <Ban className="text-muted-foreground" />
            Mark as spam
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
