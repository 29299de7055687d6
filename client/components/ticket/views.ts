import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Clock,
  Inbox,
  Layers,
  type LucideIcon,
  Moon,
  UserRound,
} from "lucide-react";
import type { TicketView } from "../../../shared/tickets/vocabulary.ts";

export const viewIcons: Record<TicketView, LucideIcon> = {
  "my-open": UserRound,
  unassigned: CircleDashed,
  "all-open": Inbox,
  pending: Clock,
  "on-hold": CirclePause,
  snoozed: Moon,
  "recently-resolved": CircleCheck,
  all: Layers,
  spam: Ban,
};

/** The customer's views by their plain names. */
export const customerViewNames: Partial<Record<TicketView, string>> = {
  "all-open": "Open",
  pending: "Your turn",
  "recently-resolved": "Solved",
  all: "All",
};
