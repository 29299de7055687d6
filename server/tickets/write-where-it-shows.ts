import { AppError } from "../../shared/errors.ts";
import type { ActorDeps } from "../actor.ts";
import type { DoneAct } from "../once.ts";
import { whereItShows } from "./merged-into.ts";
import type { ActMade } from "./act-made.ts";
import { actOnTicket, type Decide, type TicketAct } from "./transaction.ts";

/**
 * What is written to a ticket that was merged meanwhile goes to where that shows now. Its home stays
 * the ticket it was written to, to which it returns where the merge is taken back.
 */
export async function writeWhereItShows(
  deps: ActorDeps,
  act: TicketAct,
  decide: Decide,
): Promise<DoneAct<ActMade>> {
  try {
    return await actOnTicket(deps, act, decide);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    const target = await whereItShows(deps.db, act.ticketId);
    if (target === null || target === act.ticketId) throw error;
    return await actOnTicket(deps, { ...act, ticketId: target, homeId: act.ticketId }, decide);
  }
}
