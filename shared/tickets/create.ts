import type { TicketPatch } from "./page.ts";
import type { Instant, TicketPlan, TicketState } from "./state.ts";
import { finishTransition, move, type TicketTransition } from "./transition.ts";
import { changeFields } from "./update.ts";

/** What a ticket that goes on from another has from it: what sorts it, for staff alone. */
type Carried = Pick<TicketState, "type" | "priority" | "teamId" | "tags">;

export interface Opening {
  subject: string;
  requesterId: string;
  companyId: string | null;
  actorId: string;
  /** What staff set from the start. */
  fields: TicketPatch;
  /** What it has from another ticket: nobody set it, and so no event tells of it. */
  carried?: Carried;
  /** The first message: a customer's, a reply of staff, or a note as when someone calls. */
  by: "customer" | "staff-reply" | "staff-note";
}

/** A new ticket is New and waits for us; an assignee or a first reply of staff opens it at once. */
export function planOpening(opening: Opening, now: Instant): TicketPlan {
  const before = emptyTicket(opening, now);
  const draft: TicketTransition = {
    before,
    after: { ...before },
    changes: [{ kind: "created" }],
    at: now,
  };
  const { after } = draft;
  if (opening.by === "customer") after.lastCustomerMessageAt = now;
  changeFields(draft, opening.fields, opening.actorId);
  if (opening.by === "staff-reply" && after.status === "new") move(draft, "open", "reply");
  return finishTransition(draft);
}

function emptyTicket(
  { subject, requesterId, companyId, carried }: Opening,
  now: Instant,
): TicketState {
  return {
    ...{ version: 0, subject, requesterId, companyId },
    ...{ status: "new", priority: "normal", type: "question", assigneeId: null, teamId: null },
    ...{ tags: [], followers: [], updatedAt: now, publiclyUpdatedAt: now },
    ...{ waitingFor: "us", waitingSince: now, unassignedSince: now },
    ...{ firstStaffReplyAt: null, lastStaffReplyAt: null, lastCustomerMessageAt: null },
    ...{ staffReplyCount: 0, firstResolvedAt: null, lastResolvedAt: null, reopenCount: 0 },
    ...{ closedAt: null, snoozedUntil: null, rating: null, ratingComment: null, ratedAt: null },
    ...carried,
  };
}
