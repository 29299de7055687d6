import { Ban, Mail, MailOpen, Shapes, Undo2, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { hasSpam } from "./of-spam.ts";

interface MoreActsProps {
  /** Those of the chosen that have come to the list. */
  chosen: readonly TicketRow[];
  trigger: ReactNode;
  onAct: (name: "unread" | "read" | "spam" | "not-spam") => void;
  onPicker: (name: "team" | "type") => void;
}

/** What is done to many less often. */
export function MoreActs({ chosen, trigger, onAct, onPicker }: MoreActsProps) {
  const isRead = !chosen.some(({ unread }) => unread);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => onPicker("team")}>
          <UsersRound className="text-muted-foreground" />
          Set team
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onPicker("type")}>
          <Shapes className="text-muted-foreground" />
          Set type
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onAct(isRead ? "unread" : "read")}>
          {isRead ? (
            <Mail className="text-muted-foreground" />
          ) : (
            <MailOpen className="text-muted-foreground" />
          )}
          {isRead ? "Mark as unread" : "Mark as read"}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onAct("spam")}>
          <Ban className="text-muted-foreground" />
          Mark as spam
        </DropdownMenuItem>
        {hasSpam(chosen) && (
          <DropdownMenuItem onSelect={() => onAct("not-spam")}>
            <Undo2 className="text-muted-foreground" />
            Not spam
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
