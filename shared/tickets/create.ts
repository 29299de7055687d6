import { initialValues } from "./fields.ts";
import type { TicketPatch } from "./page.ts";
import type { Instant, TicketPlan, TicketState } from "./state.ts";
import { finishTransition, move, type TicketTransition } from "./transition.ts";
import { changeFields } from "./update.ts";

/** What a follow-up inherits: only the fields by which staff sort tickets. */
type Carried = Pick<TicketState, "type" | "priority" | "teamId" | "tags">;

export interface Opening {
  subject: string;
  requesterId: string;
  companyId: string | null;
  actorId: string;
  /** Fields set by staff. */
  fields: TicketPatch;
  /** Inherited from another ticket, without events. */
  carried?: Carried;
  /** The first message is a customer's, a reply by staff, or a note about a call. */
  by: "customer" | "staff-reply" | "staff-note";
}

/**
 * A new ticket is New and waits for us. An assignee or a first reply by staff opens it immediately.
 */
export function planOpening(opening: Opening, now: Instant): TicketPlan {
  const before = emptyTicket(opening, now);
  const transition: TicketTransition = {
    before,
    after: { ...before },
    changes: [{ kind: "created" }],
    at: now,
  };
  const { after } = transition;
  if (opening.by === "customer") after.lastCustomerMessageAt = now;
  changeFields(transition, opening.fields, opening.actorId);
  if (opening.by === "staff-reply" && after.status === "new") move(transition, "open", "reply");
  return finishTransition(transition);
}

function emptyTicket(
  { subject, requesterId, companyId, carried }: Opening,
  now: Instant,
): TicketState {
  return {
    version: 0,
    subject,
    requesterId,
    companyId,
    ...initialValues,
    updatedAt: now,
    publiclyUpdatedAt: now,
    waitingFor: "us",
    waitingSince: now,
    unassignedSince: now,
    firstStaffReplyAt: null,
    lastStaffReplyAt: null,
    lastCustomerMessageAt: null,
    staffReplyCount: 0,
    firstResolvedAt: null,
    lastResolvedAt: null,
    reopenCount: 0,
    closedAt: null,
    rating: null,
    ratingComment: null,
    ratedAt: null,
    ...carried,
  };
}
