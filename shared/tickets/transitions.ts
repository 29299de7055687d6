import { AppError } from "../errors.ts";
import { statusNames, type TicketStatus, ticketStatuses } from "./vocabulary.ts";

/** By what a ticket goes from one state to another. */
export type Means =
  /** Staff choose the state, alone or with a reply. */
  | "hand"
  /** An agent is assigned. */
  | "assignment"
  /** Staff reply without choosing a state. */
  | "reply"
  | "customer-message"
  | "customer-reopens"
  | "requester-solves"
  /** The desk, when its time has come. */
  | "time"
  | "merge";

type Moves = Partial<Record<TicketStatus, readonly Means[]>>;

const reopened: readonly Means[] = ["hand", "customer-message", "customer-reopens"];
const solved: readonly Means[] = ["hand", "requester-solves"];

/** Every move there is; nothing returns to New, and nothing leaves Closed. */
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

/** The states that staff can choose for a ticket in this one. */
export function movesByHand(from: TicketStatus): TicketStatus[] {
  return ticketStatuses.filter((to) => canMove(from, to, "hand"));
}

export function assertMove(from: TicketStatus, to: TicketStatus, means: Means): void {
  if (canMove(from, to, means)) return;
  const opensByItself = from === "new" && to === "open";
  throw new AppError("illegal_move", {
    params: { from: statusNames[from], to: statusNames[to], opensByItself },
  });
}
