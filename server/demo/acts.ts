import type {
  TicketChannel,
  TicketPriority,
  TicketStatus,
  TicketType,
} from "../../shared/tickets/vocabulary.ts";
import type { TeamName } from "./content/story.ts";

/** What somebody did to a ticket. People are named by their address. */
export type DemoAct =
  | { kind: "reply"; by: string; at: Date; text: string; public: true }
  | { kind: "note"; by: string; at: Date; text: string }
  | { kind: "assign"; by: string; at: Date; assignee: string | null }
  /** By nobody where the desk itself closes what was resolved. */
  | { kind: "status"; by: string | null; at: Date; status: TicketStatus }
  | { kind: "priority"; by: string; at: Date; priority: TicketPriority }
  | { kind: "tags"; by: string; at: Date; add: readonly string[]; remove: readonly string[] }
  | { kind: "snooze"; by: string; at: Date; until: Date }
  | { kind: "rate"; by: string; at: Date; good: boolean; comment: string };

/**
 * A ticket as it stands today, with the acts that brought it there: it begins as New, Normal,
 * with no tags and nobody assigned.
 */
export interface DemoTicket {
  subject: string;
  type: TicketType;
  priority: TicketPriority;
  channel: TicketChannel;
  company: string;
  requester: string;
  openedBy: string;
  assignee: string | null;
  team: TeamName;
  tags: readonly string[];
  followers: readonly string[];
  createdAt: Date;
  acts: readonly DemoAct[];
}
