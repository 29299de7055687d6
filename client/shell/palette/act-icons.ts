import {
  ArrowLeft,
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
import type { KeyId } from "../../lib/keys/keys.ts";

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
};
