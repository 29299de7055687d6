import { refuseField } from "../../shared/errors.ts";
import type { TicketPatch } from "../../shared/tickets/page.ts";
import type { TicketState } from "../../shared/tickets/state.ts";
import type { Consequences } from "../../shared/tickets/update.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { lockPeople } from "./lock-people.ts";
import {
  assertTakePart,
  canBeAssigned,
  canFollow,
  canRequest,
  peopleConcerned,
  readParticipants,
} from "./participants.ts";
import { assertCompany, assertTeam } from "./places.ts";

/**
 * Whether everybody and everything that a patch names may take part in the ticket, and who of
 * those already there would see it no longer. What names nobody costs no statement.
 */
export async function checkPatch(
  tx: Tx,
  actor: Actor,
  ticket: TicketState,
  patch: TicketPatch,
): Promise<Consequences> {
  const companyId = patch.companyId === undefined ? ticket.companyId : patch.companyId;
  const moves = companyId !== ticket.companyId;
  if (moves) await assertCompany(tx, actor, companyId);
  if (patch.teamId && patch.teamId !== ticket.teamId) await assertTeam(tx, patch.teamId);

  const concerned = peopleConcerned(patch, moves ? ticket : undefined);
  // Most are locked by now: whoever came to the ticket since is not.
  if (moves) await lockPeople(tx, concerned);
  const people = await readParticipants(tx, concerned, companyId);
  await assertTakePart(tx, actor, onlyNew(ticket, patch), people, companyId);
  if (!moves) return { lost: [] };

  if (patch.requesterId === undefined && !canRequest(people.get(ticket.requesterId), companyId)) {
    const message = "The requester does not belong to that company.";
    throw refuseField("out_of_scope", "companyId", { message });
  }
  const { assigneeId, followers } = ticket;
  const lost = followers.filter((id) => !canFollow(people.get(id)));
  if (assigneeId !== null && !canBeAssigned(people.get(assigneeId))) lost.push(assigneeId);
  return { lost };
}

/** Whoever has that part already is not asked again. */
function onlyNew(ticket: TicketState, patch: TicketPatch): TicketPatch {
  const { assigneeId, requesterId, addFollowers = [] } = patch;
  return {
    assigneeId: assigneeId === ticket.assigneeId ? undefined : assigneeId,
    requesterId: requesterId === ticket.requesterId ? undefined : requesterId,
    addFollowers: addFollowers.filter((id) => !ticket.followers.includes(id)),
  };
}
