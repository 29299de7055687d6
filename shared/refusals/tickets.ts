import { refusal, telling, worded } from "./refusal.ts";

/** What stands against an act on a ticket, or on a view of tickets. */
export const ticketRefusals = {
  illegal_move: telling(409, "The ticket cannot go from its state to that one.", whyNotMoved),
  ticket_closed: refusal(409, "This ticket is closed. Its conversation has ended."),
  ticket_conflict: refusal(409, "Someone else changed this meanwhile. Nothing of yours was lost."),
  came_between: refusal(
    409,
    "Something was written while you were writing. Nothing has been sent.",
  ),
  already_released: worded(409, "The reply has gone out and can no longer be taken back."),
  undo_too_late: worded(409, "This can no longer be undone."),
  out_of_scope: worded(409, "That person cannot see this ticket."),
  is_spam: worded(409, "This ticket is spam. Say first that it is none."),
  is_merged: worded(409, "This ticket is part of another one now."),
  not_mergeable: worded(409, "These two tickets cannot be merged. They can be linked."),
  merge_asks: worded(
    409,
    "Two people asked these tickets, and each will see the other's conversation.",
  ),
  already_rated: refusal(409, "You have rated this already."),
  search_too_slow: refusal(
    422,
    "This search took too long and was stopped. Add a word or a filter, or use fewer phrases.",
  ),
  too_many_searches: refusal(
    429,
    "You already have other searches running. Wait a moment and try again.",
  ),
  view_name_taken: refusal(
    409,
    "You have a view of that name already. Give this one another name.",
  ),
  too_many_views: refusal(
    409,
    "You have as many views as the desk keeps for one person. Delete one first.",
  ),
  too_many_shared_views: refusal(
    409,
    "As many views are shared as the desk keeps for all. Keep this one to yourself.",
  ),
};

type NotMoved = { from: string; to: string; opensByItself?: boolean } | { ratingDays: number };

function whyNotMoved(told: NotMoved): string {
  if ("ratingDays" in told) {
    return `A ticket can be rated for ${told.ratingDays} days after it was resolved.`;
  }
  const words = `A ticket cannot go from ${told.from} to ${told.to}.`;
  return told.opensByItself ? `${words} It opens when somebody is assigned or replies.` : words;
}
