import { sql } from "kysely";
import { AppError, refuseField } from "../../shared/errors.ts";
import type {
  AddColleagueInput,
  RateInput,
  UpdateTicketInput,
} from "../../shared/schemas/ticket-acts.ts";
import {
  planColleague,
  planRating,
  planReopen,
  planSolve,
} from "../../shared/tickets/customer-actions.ts";
import type { ActAnswer, ChangeAnswer, TicketPatch } from "../../shared/tickets/page.ts";
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
import {
  answerAction,
  answerChange,
  type DoneAction,
  type PlannedAction,
  ticketTransaction,
} from "./transaction.ts";

/** Changes fields of a ticket: all of them, or none. Answers with the whole ticket. */
export async function updateTicket(deps: ActorDeps, input: UpdateTicketInput): Promise<ActAnswer> {
  return await answerAction(deps, await runUpdate(deps, input));
}

/** The same for the ticket's page, which knows the rest of the ticket. */
export async function changeTicket(
  deps: ActorDeps,
  input: UpdateTicketInput,
): Promise<ChangeAnswer> {
  return await answerChange(deps, await runUpdate(deps, input, { answersChanges: true }));
}

async function runUpdate(
  deps: ActorDeps,
  input: UpdateTicketInput,
  answer: { answersChanges?: true } = {},
): Promise<DoneAction> {
  const { id, requestId, patch, from } = input;
  const people = peopleConcerned(patch);
  const concernsAll = patch.companyId !== undefined;
  return await ticketTransaction(
    deps,
    { kind: "update", requestId, input, ticketId: id, people, concernsAll, ...answer },
    async (tx, ticket, deps) => {
      const { actor, now } = deps;
      await assertNoConflict(tx, deps, ticket, patch, from);
      const consequences = await checkPatch(tx, actor, ticket.state, patch);
      const at = instantOf(now);
      return { plan: planTicketUpdate(ticket.state, patch, assignable(actor), at, consequences) };
    },
  );
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

/**
 * Lets a colleague of the requester's company follow the ticket. Customers do not see whom else the
 * company has, so the colleague is named by their address.
 */
export async function addColleague(
  deps: ActorDeps,
  input: AddColleagueInput,
): Promise<ActAnswer & { name: string }> {
  if (deps.actor.role !== "Customer") throw new AppError("forbidden");
  const { requestId, id: ticketId } = input;
  const colleague = await findColleague(deps, input);
  const people = colleague ? [colleague.id] : [];
  const act = { kind: "add-colleague", requestId, input, ticketId, people };
  const done = await ticketTransaction(deps, act, async (tx, { state }, { actor, now }) => {
    assertRequester(actor, state);
    const found = await readParticipants(tx, people, state.companyId);
    if (!colleague || state.companyId === null || !canFollow(found.get(colleague.id))) {
      const message = "No one in your company has this address. Ask us to add them.";
      throw refuseField("out_of_scope", "email", { message });
    }
    const named = { userId: colleague.id, actorId: actor.id };
    return { plan: planColleague(state, named, instantOf(now)) };
  });
  return { ...(await answerAction(deps, done)), name: colleague?.name ?? "" };
}

async function findColleague(
  { db }: ActorDeps,
  { id, email }: Pick<AddColleagueInput, "id" | "email">,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, btrim(u.first_name || ' ' || u.last_name) as name
    from tickets t
      join user_companies own on own.company_id = t.company_id
      join users u on u.id = own.user_id
    where t.id = ${id}::uuid and u.email = ${email} and u.role = 'Customer'`.execute(db);
  return rows[0];
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
