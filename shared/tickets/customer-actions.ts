import { AppError } from "../errors.ts";
import type { Instant, TicketPlan, TicketState } from "./state.ts";
import { ratingDays } from "./time-limits.ts";
import { beginTransition, finishTransition, move, snooze } from "./transition.ts";
import { changeFields } from "./update.ts";

/** The requester says that it is solved. Customers are never assigned. */
export function planSolve(ticket: TicketState, now: Instant): TicketPlan {
  const transition = beginTransition(ticket, now);
  move(transition, "resolved", "requester-solves");
  return finishTransition(transition);
}

export function planReopen(ticket: TicketState, now: Instant): TicketPlan {
  const transition = beginTransition(ticket, now);
  move(transition, "open", "customer-reopens");
  // As after a message: the assignee must see it.
  snooze(transition, null);
  return finishTransition(transition);
}

/** One rating per resolve. */
export function planRating(
  ticket: TicketState,
  given: { rating: "good" | "bad"; comment: string },
  now: Instant,
): TicketPlan {
  const transition = beginTransition(ticket, now);
  const { after, at, changes } = transition;
  if (isRated(ticket)) throw new AppError("already_rated");
  if (!canRate(ticket, at)) {
    throw new AppError("illegal_move", { params: { ratingDays } });
  }
  after.rating = given.rating;
  after.ratingComment = given.comment;
  after.ratedAt = at;
  changes.push({ kind: "rated", rating: given.rating });
  return finishTransition(transition);
}

/** The requester lets a colleague follow the ticket. */
export function planColleague(
  ticket: TicketState,
  { userId, actorId }: { userId: string; actorId: string },
  now: Instant,
): TicketPlan {
  if (ticket.status === "closed") throw new AppError("ticket_closed");
  const transition = beginTransition(ticket, now);
  changeFields(transition, { addFollowers: [userId] }, actorId);
  return finishTransition(transition);
}

export type Rated = Pick<TicketState, "status" | "lastResolvedAt" | "ratedAt">;

/** Whether the requester may rate now. */
export function canRate(ticket: Rated, now: Instant): boolean {
  const { status, lastResolvedAt } = ticket;
  if (status !== "resolved" && status !== "closed") return false;
  if (lastResolvedAt === null || isRated(ticket)) return false;
  return Date.parse(now) - Date.parse(lastResolvedAt) <= ratingDays * 24 * 60 * 60_000;
}

function isRated({ ratedAt, lastResolvedAt }: Rated): boolean {
  return ratedAt !== null && lastResolvedAt !== null && ratedAt >= lastResolvedAt;
}
