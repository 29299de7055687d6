import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CircleDot,
  LockKeyhole,
  type LucideIcon,
  Moon,
  Pencil,
  Plus,
  Reply,
  Search,
  SignalHigh,
  Tag,
  UserRound,
  UserRoundCheck,
  X,
} from "lucide-react";
import { createElement, type ReactNode } from "react";
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

/** Of what no key does: its own mark or icon. */
export function furtherIcon({ icon, mark }: FurtherAct): ReactNode {
  return mark ?? (icon && createElement(icon));
}
