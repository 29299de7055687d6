import { isStaff } from "../../shared/access.ts";
import type { ReplyInput } from "../../shared/schemas/ticket-acts.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { planCustomerMessage, planStaffReply } from "../../shared/tickets/replies-and-notes.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import type { ActorDeps } from "../actor.ts";
import type { DoneAct } from "../once.ts";
import { openFollowUp } from "./follow-up.ts";
import { assertNothingCameBetween } from "./newer-messages.ts";
import { checkSentWith, refuseSentWith, sentWith } from "./sent-changes.ts";
import type { ActMade } from "./act-made.ts";
import type { Decide, TicketAct } from "./transaction.ts";
import { answerAct } from "./answer-act.ts";
import { writeWhereItShows } from "./write-where-it-shows.ts";

/**
 * A public reply, with the state that goes with it. A customer's is public at once; one of staff
 * is being sent for some seconds, in which its author can take it back.
 */
export async function replyToTicket(
  deps: ActorDeps,
  input: ReplyInput,
): Promise<ActAnswer & { messageId: string }> {
  const done = isStaff(deps.actor)
    ? await replyAsStaff(deps, input)
    : await replyAsCustomer(deps, input);
  return { ...(await answerAct(deps, done)), messageId: done.made.messageId ?? "" };
}

async function replyAsStaff(deps: ActorDeps, input: ReplyInput): Promise<DoneAct<ActMade>> {
  const wanted = sentWith(input);
  return await reply(deps, input, async (tx, ticket, deps) => {
    await assertNothingCameBetween(tx, deps, ticket.id, input);
    await checkSentWith(tx, deps, ticket, input, wanted);
    const plan = planStaffReply(ticket.state, deps.actor.id, wanted, instantOf(deps.now));
    return { plan, message: messageOf(input) };
  });
}

async function replyAsCustomer(deps: ActorDeps, input: ReplyInput): Promise<DoneAct<ActMade>> {
  refuseSentWith(input);
  return await reply(
    deps,
    input,
    async (tx, ticket, deps) => {
      await assertNothingCameBetween(tx, deps, ticket.id, input);
      return {
        plan: planCustomerMessage(ticket.state, instantOf(deps.now)),
        message: messageOf(input),
        news: (messageId) => [{ kind: "customer-wrote", ticketId: ticket.id, messageId }],
      };
    },
    async (tx, closed, deps, actId) => {
      await assertNothingCameBetween(tx, deps, closed.id, input);
      return await openFollowUp(tx, deps, { actId, closed, input });
    },
  );
}

function reply(
  deps: ActorDeps,
  { draftRevision: revision, ...input }: ReplyInput,
  decide: Decide,
  whenClosed?: TicketAct["whenClosed"],
): Promise<DoneAct<ActMade>> {
  const { id: ticketId, requestId, changes } = input;
  const people = changes?.assigneeId ? [changes.assigneeId] : [];
  const act = {
    kind: "reply",
    requestId,
    input,
    ...(revision && { draft: { kind: "reply" as const, revision } }),
    writes: { kind: "public" as const, body: input.body, homeId: ticketId },
    ticketId,
    people,
    ...(whenClosed && { whenClosed }),
  };
  return writeWhereItShows(deps, act, decide);
}

function messageOf({ body, fileIds }: ReplyInput) {
  return { kind: "public" as const, body, fileIds };
}
