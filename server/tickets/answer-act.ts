import { can } from "../../shared/access.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../actor.ts";
import type { DoneAct } from "../once.ts";
import { readTicketDetails } from "./details.ts";
import type { ActMade } from "./act-made.ts";

/** Presented anew each time, under today's rights: an act keeps no words. */
export async function answerAct(
  deps: ActorDeps,
  { actId, at, made }: DoneAct<ActMade>,
): Promise<ActAnswer> {
  return {
    actId,
    undoUntil: made.undo && can(deps.actor, "ticket.undo") ? undoUntil(at) : null,
    ticket: await readTicketDetails(deps, made.ticketId),
  };
}

function undoUntil(at: Date): string {
  return new Date(at.getTime() + undoMs).toISOString();
}
