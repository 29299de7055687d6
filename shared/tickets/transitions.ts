import { type TicketStatus, ticketStatuses } from "./vocabulary.ts";

/** What changes a status. */
export type Means =
  /** Staff set the status, alone or with a reply. */
  | "hand"
  /** An agent is assigned. */
  | "assignment"
  /** Staff reply without setting a status. */
  | "reply"
  | "customer-message"
  | "customer-reopens"
  | "requester-solves"
  /** A reply did not reach the customer. */
  | "undelivered"
  /** Automation, at its time. */
  | "time"
  | "merge";

type Moves = Partial<Record<TicketStatus, readonly Means[]>>;

const reopened: readonly Means[] = ["hand", "customer-message", "customer-reopens", "undelivered"];
const solved: readonly Means[] = ["hand", "requester-solves"];

/** All transitions; none returns to New, and none leaves Closed. */
const moves: Record<TicketStatus, Moves> = {
  new: {
    open: ["assignment", "reply"],
    pending: ["hand"],
    "on-hold": ["hand"],
    resolved: solved,
    closed: ["merge"],
  },
  open: { pending: ["hand"], "on-hold": ["hand"], resolved: solved, closed: ["merge"] },
  pending: { open: reopened, "on-hold": ["hand"], resolved: solved, closed: ["merge"] },
  "on-hold": { open: reopened, pending: ["hand"], resolved: solved, closed: ["merge"] },
  resolved: { open: reopened, pending: ["hand"], closed: ["hand", "time", "merge"] },
  closed: {},
};

export function canMove(from: TicketStatus, to: TicketStatus, means: Means): boolean {
  return moves[from][to]?.includes(means) ?? false;
}

/** The statuses that staff can set from this one. */
export function movesByHand(from: TicketStatus): TicketStatus[] {
  return ticketStatuses.filter((to) => canMove(from, to, "hand"));
}
