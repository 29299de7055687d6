import type { TicketPlan } from "../../shared/tickets/state.ts";
import { withoutAssignee } from "../../shared/tickets/update.ts";
import { isOpenStatus } from "../../shared/tickets/vocabulary.ts";
import type { Tx } from "../db/database.ts";
import { lockPeople } from "./lock-people.ts";
import { canBeAssigned, readParticipants } from "./participants.ts";

/**
 * A change of rights passes what is over by: what opens again lets go of who may not have it now. They are
 * locked after the ticket, for which such a change does not wait as long as it is over.
 */
export async function withoutLostAssignee(tx: Tx, plan: TicketPlan): Promise<TicketPlan> {
  const { before, after } = plan;
  const opensAgain = !isOpenStatus(before.status) && isOpenStatus(after.status);
  // Whoever is given it by this very act has been asked about.
  if (!opensAgain || !after.assigneeId || after.assigneeId !== before.assigneeId) return plan;
  await lockPeople(tx, [after.assigneeId]);
  const people = await readParticipants(tx, [after.assigneeId], after.companyId);
  return canBeAssigned(people.get(after.assigneeId)) ? plan : withoutAssignee(plan);
}
