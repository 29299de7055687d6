import { AppError } from "../../../shared/errors.ts";
import type { RateInput } from "../../../shared/schemas/ticket-acts.ts";
import { planRating, planReopen, planSolve } from "../../../shared/tickets/customer-acts.ts";
import type { ActAnswer } from "../../../shared/tickets/page.ts";
import {
  type Instant,
  instantOf,
  type TicketPlan,
  type TicketState,
} from "../../../shared/tickets/state.ts";
import type { Actor, ActorDeps } from "../../actor.ts";
import { actOnTicket } from "./shape/act-on-ticket.ts";
import { answerAct } from "./shape/answer-act.ts";

interface CustomerAct {
  requestId: string;
  id: string;
}

/** "It is solved": the requester's word alone. */
export async function solveTicket(deps: ActorDeps, input: CustomerAct): Promise<ActAnswer> {
  return await actAsCustomer(deps, "solve", input, (ticket, now) => {
    assertRequester(deps.actor, ticket);
    return planSolve(ticket, now);
  });
}

/** Any customer who sees the ticket may say that it is not solved after all, as by a reply. */
export async function reopenTicket(deps: ActorDeps, input: CustomerAct): Promise<ActAnswer> {
  return await actAsCustomer(deps, "reopen", input, (ticket, now) => planReopen(ticket, now));
}

/** Good or bad, once per resolve. */
export async function rateTicket(deps: ActorDeps, input: RateInput): Promise<ActAnswer> {
  return await actAsCustomer(deps, "rate", input, (ticket, now) => {
    assertRequester(deps.actor, ticket);
    return planRating(ticket, input, now);
  });
}

async function actAsCustomer(
  deps: ActorDeps,
  kind: string,
  input: CustomerAct,
  plan: (ticket: TicketState, now: Instant) => TicketPlan,
): Promise<ActAnswer> {
  if (deps.actor.role !== "Customer") throw new AppError("forbidden");
  const { requestId, id: ticketId } = input;
  const done = await actOnTicket(deps, { kind, requestId, input, ticketId }, (_tx, ticket) => ({
    plan: plan(ticket.state, instantOf(deps.now)),
  }));
  return await answerAct(deps, done);
}

function assertRequester(actor: Actor, ticket: TicketState): void {
  if (ticket.requesterId === actor.id) return;
  throw new AppError("forbidden", { message: "Only the person who asked can say this." });
}
