import { isStaff } from "../../../shared/access.ts";
import { AppError } from "../../../shared/errors.ts";
import type { ReplyInput } from "../../../shared/schemas/ticket-acts.ts";
import type { ActAnswer } from "../../../shared/tickets/page.ts";
import { planCustomerMessage, planStaffReply } from "../../../shared/tickets/replies-and-notes.ts";
import { instantOf } from "../../../shared/tickets/state.ts";
import type { ActorDeps } from "../../actor.ts";
import type { DoneAct } from "../../once.ts";
import { openFollowUp } from "./follow-up.ts";
import { assertNothingCameBetween } from "./rules/came-between.ts";
import { checkSentWith, refuseSentWith, sentWith } from "./rules/sent-changes.ts";
import type { ActMade } from "./shape/act-made.ts";
import type { Decide } from "./shape/act-on-ticket.ts";
import { answerAct } from "./shape/answer-act.ts";
import { writeWhereItShows } from "./shape/write-where-it-shows.ts";

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
  try {
    return await reply(deps, input, async (tx, ticket, deps) => {
      await assertNothingCameBetween(tx, deps, ticket.id, input);
      return {
        plan: planCustomerMessage(ticket.state, instantOf(deps.now)),
        message: messageOf(input),
        news: (messageId) => [{ kind: "customer-wrote", ticketId: ticket.id, messageId }],
      };
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "ticket_closed") throw error;
    return await openFollowUp(deps, input);
  }
}

function reply(deps: ActorDeps, input: ReplyInput, decide: Decide): Promise<DoneAct<ActMade>> {
  const { id: ticketId, requestId, changes } = input;
  const people = changes?.assigneeId ? [changes.assigneeId] : [];
  return writeWhereItShows(deps, { kind: "reply", requestId, input, ticketId, people }, decide);
}

function messageOf({ body, fileIds }: ReplyInput) {
  return { kind: "public" as const, body, fileIds };
}
