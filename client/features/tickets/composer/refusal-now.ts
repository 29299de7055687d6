import type { TicketPatch } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { type Held, heldKeys } from "./held-changes.ts";
import type { RefusedSend } from "./intention.ts";
import type { SendPlan } from "./send-plan.ts";

interface Wishes {
  held: Held | null;
  /** The state that they lead to from here. */
  wanted: TicketStatus | undefined;
}

/**
 * What was refused as it stands by now: chips were taken away since, or came. Null where nobody has to be
 * asked any more.
 */
export function refusalNow({ failure, plan }: RefusedSend, wishes: Wishes): RefusedSend | null {
  const now = { ...plan, held: wishes.held ?? undefined, status: statusNow(plan, wishes) };
  const conflicts = failure.conflicts.filter(
    ({ field }) => wishOf(plan, field) === wishOf(now, field),
  );
  const isSettled = failure.conflicts.length > 0 && conflicts.length === 0;
  if (isSettled && failure.cameBetween.length === 0) return null;
  return { failure: { ...failure, conflicts }, plan: now };
}

/** Of a note the chips say the state as well, of a reply its button. */
function statusNow({ kind, status }: SendPlan, { held, wanted }: Wishes): TicketStatus | undefined {
  return kind === "reply" || status === held?.status ? status : wanted;
}

function wishOf({ status, held }: SendPlan, field: keyof TicketPatch): unknown {
  const key = heldKeys[field];
  return field === "status" ? status : key && held?.[key];
}
