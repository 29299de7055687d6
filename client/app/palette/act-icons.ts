import {
  ArrowLeft,
  Ban,
  Building2,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CircleDot,
  CornerDownRight,
  Eye,
  EyeOff,
  Link,
  Link2,
  LockKeyhole,
  type LucideIcon,
  Mail,
  MailOpen,
  Merge,
  Moon,
  Pencil,
  Plus,
  Reply,
  RotateCcw,
  Search,
  Shapes,
  SignalHigh,
  Split,
  Tag,
  Undo2,
  UserRound,
  UserRoundCheck,
  UserRoundPlus,
  UsersRound,
  X,
  Zap,
} from "lucide-react";
import { createElement, type ReactNode } from "react";
import { statusNames, ticketStatuses } from "../../../shared/tickets/vocabulary.ts";
import { StatusMark } from "../../components/ticket/StatusMark.tsx";
import type { FurtherAct, KeyId } from "../keyboard/keys.ts";

/** As on the buttons that do the same. */
export const actIcons: Partial<Record<KeyId, LucideIcon>> = {
  "list.search": Search,
  "record.new": Plus,
  "record.edit": Pencil,
  "record.leave": ArrowLeft,
  "record.close": X,
  "ticket.new": Plus,
  "ticket.reply": Reply,
  "ticket.note": LockKeyhole,
  "ticket.assign": UserRound,
  "ticket.take": UserRoundCheck,
  "ticket.status": CircleDot,
  "ticket.priority": SignalHigh,
  "ticket.tags": Tag,
  "ticket.resolve": CircleCheck,
  "ticket.snooze": Moon,
  "ticket.leave": ArrowLeft,
  "ticket.next": ChevronDown,
  "ticket.previous": ChevronUp,
};

const byName: Record<string, LucideIcon> = {
  "Close ticket…": CircleCheck,
  "Open follow-up ticket": CornerDownRight,
  "Set team": UsersRound,
  "Set type": Shapes,
  "Change the requester": UserRound,
  "Change the company": Building2,
  "Follow this ticket": Eye,
  "Stop following": EyeOff,
  "Add a follower": UserRoundPlus,
  "Link another ticket": Link,
  "Merge…": Merge,
  "Merge with…": Merge,
  "Split…": Split,
  "Mark as read": MailOpen,
  "Mark as unread": Mail,
  "Copy link": Link2,
  "Mark as spam": Ban,
  "Not spam": Undo2,
  "It is solved": CircleCheck,
  Reopen: RotateCcw,
  Macros: Zap,
};

/** Of what no key does, its own or by its name; a status has its own mark. */
export function furtherIcon({ label, icon = byName[label] }: FurtherAct): ReactNode {
  const status = ticketStatuses.find((each) => label === `Set ${statusNames[each]}`);
  if (status) return createElement(StatusMark, { status, besideWord: true });
  return icon && createElement(icon);
}
