import { AppError } from "../../shared/errors.ts";
import type { RateInput } from "../../shared/schemas/ticket-acts.ts";
import { planRating, planReopen, planSolve } from "../../shared/tickets/customer-acts.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { type Instant, instantOf, type TicketState } from "../../shared/tickets/state.ts";
import type { Actor, ActorDeps } from "../actor.ts";
import { actOnTicket, type Deed } from "./transaction.ts";
import { answerAct } from "./answer-act.ts";
import type { LockedTicket } from "./lock.ts";

interface CustomerAct {
  requestId: string;
  id: string;
}

/** "It is solved": the requester's word alone. */
export async function solveTicket(deps: ActorDeps, input: CustomerAct): Promise<ActAnswer> {
  return await actAsCustomer(deps, "solve", input, ({ state }, now) => {
    assertRequester(deps.actor, state);
    return { plan: planSolve(state, now) };
  });
}

/** Any customer who sees the ticket may say that it is not solved after all, as by a reply. */
export async function reopenTicket(deps: ActorDeps, input: CustomerAct): Promise<ActAnswer> {
  return await actAsCustomer(deps, "reopen", input, ({ id: ticketId, state }, now) => {
    const plan = planReopen(state, now);
    // Of two who press it the later one changes nothing.
    return { plan, news: plan.changes.length > 0 ? [{ kind: "reopened", ticketId }] : [] };
  });
}

/** Good or bad, once per resolve. */
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
  input: CustomerAct,
  decide: (ticket: LockedTicket, now: Instant) => Deed,
): Promise<ActAnswer> {
  if (deps.actor.role !== "Customer") throw new AppError("forbidden");
  const { requestId, id: ticketId } = input;
  const done = await actOnTicket(deps, { kind, requestId, input, ticketId }, (_tx, ticket) =>
    decide(ticket, instantOf(deps.now)),
  );
  return await answerAct(deps, done);
}

function assertRequester(actor: Actor, ticket: TicketState): void {
  if (ticket.requesterId === actor.id) return;
  throw new AppError("forbidden", { message: "Only the person who asked can say this." });
}
