import { AppError, refuseField } from "../../shared/errors.ts";
import type { RateInput, UpdateTicketInput } from "../../shared/schemas/ticket-acts.ts";
import { planRating, planReopen, planSolve } from "../../shared/tickets/customer-actions.ts";
import type { ActAnswer, TicketPatch } from "../../shared/tickets/page.ts";
import { type Instant, instantOf, type TicketState } from "../../shared/tickets/state.ts";
import { type Consequences, planTicketUpdate } from "../../shared/tickets/update.ts";
import { type Actor, type ActorDeps, assignable } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { assertNoConflict } from "./conflicts.ts";
import { type LockedTicket, lockPeople } from "./lock.ts";
import {
  assertCanTakePart,
  canBeAssigned,
  canFollow,
  canRequest,
  peopleConcerned,
  readParticipants,
} from "./participants.ts";
import { assertCompany, assertTeam } from "./places.ts";
import { answerAction, type PlannedAction, ticketTransaction } from "./transaction.ts";

/** Changes fields of a ticket: all of them, or none. */
export async function updateTicket(deps: ActorDeps, input: UpdateTicketInput): Promise<ActAnswer> {
  const { id, requestId, patch, from } = input;
  const people = peopleConcerned(patch);
  const concernsAll = patch.companyId !== undefined;
  const done = await ticketTransaction(
    deps,
    { kind: "update", requestId, input, ticketId: id, people, concernsAll },
    async (tx, ticket, deps) => {
      const { actor, now } = deps;
      await assertNoConflict(tx, deps, ticket, patch, from);
      const consequences = await checkPatch(tx, actor, ticket.state, patch);
      const at = instantOf(now);
      return { plan: planTicketUpdate(ticket.state, patch, assignable(actor), at, consequences) };
    },
  );
  return await answerAction(deps, done);
}

/**
 * Refuses people, companies and teams that cannot be set, and finds those who lose access. A patch without
 * any of them runs no statement.
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
  // Most are locked already, but not people who were added since.
  if (moves) await lockPeople(tx, concerned);
  const people = await readParticipants(tx, concerned, companyId);
  await assertCanTakePart(tx, actor, onlyNew(ticket, patch), people, companyId);
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

/** People who already have their part are not checked again. */
function onlyNew(ticket: TicketState, patch: TicketPatch): TicketPatch {
  const { assigneeId, requesterId, addFollowers = [] } = patch;
  return {
    assigneeId: assigneeId === ticket.assigneeId ? undefined : assigneeId,
    requesterId: requesterId === ticket.requesterId ? undefined : requesterId,
    addFollowers: addFollowers.filter((id) => !ticket.followers.includes(id)),
  };
}

interface CustomerAction {
  requestId: string;
  id: string;
}

/** `It is solved`: only the requester can say so. */
export async function solveTicket(deps: ActorDeps, input: CustomerAction): Promise<ActAnswer> {
  return await actAsCustomer(deps, "solve", input, ({ state }, now) => {
    assertRequester(deps.actor, state);
    return { plan: planSolve(state, now) };
  });
}

/** Every customer who sees the ticket can reopen it, as with a reply. */
export async function reopenTicket(deps: ActorDeps, input: CustomerAction): Promise<ActAnswer> {
  return await actAsCustomer(deps, "reopen", input, ({ id: ticketId, state }, now) => {
    const plan = planReopen(state, now);
    // If two people reopen it, the second changes nothing.
    return { plan, news: plan.changes.length > 0 ? [{ kind: "reopened", ticketId }] : [] };
  });
}

/** One rating per resolve. */
export async function rateTicket(deps: ActorDeps, input: RateInput): Promise<ActAnswer> {
  return await actAsCustomer(deps, "rate", input, ({ id: ticketId, state }, now) => {
    assertRequester(deps.actor, state);
    const plan = planRating(state, input, now);
    return { plan, news: input.rating === "bad" ? [{ kind: "rated", ticketId }] : [] };
  });
}

async function actAsCustomer(
  deps: ActorDeps,
  kind: string,
  input: CustomerAction,
  decide: (ticket: LockedTicket, now: Instant) => PlannedAction,
): Promise<ActAnswer> {
  if (deps.actor.role !== "Customer") throw new AppError("forbidden");
  const { requestId, id: ticketId } = input;
  const done = await ticketTransaction(deps, { kind, requestId, input, ticketId }, (_tx, ticket) =>
    decide(ticket, instantOf(deps.now)),
  );
  return await answerAction(deps, done);
}

function assertRequester(actor: Actor, ticket: TicketState): void {
  if (ticket.requesterId === actor.id) return;
  throw new AppError("forbidden", { message: "Only the person who asked can say this." });
}
