import type { UpdateTicketInput } from "../../shared/schemas/ticket-acts.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { planTicketUpdate } from "../../shared/tickets/update.ts";
import type { ActorDeps } from "../actor.ts";
import { checkPatch } from "./check-patch.ts";
import { assertNoConflict } from "./conflicts.ts";
import { peopleConcerned } from "./participants.ts";
import { actOnTicket } from "./transaction.ts";
import { answerAct } from "./answer-act.ts";

/** One act of staff on the fields of a ticket: all of it or nothing. */
export async function updateTicket(deps: ActorDeps, input: UpdateTicketInput): Promise<ActAnswer> {
  const { id, requestId, patch, from } = input;
  const people = peopleConcerned(patch);
  const concernsAll = patch.companyId !== undefined;
  const done = await actOnTicket(
    deps,
    { kind: "update", requestId, input, ticketId: id, people, concernsAll },
    async (tx, ticket, { actor, now }) => {
      await assertNoConflict(tx, ticket, patch, from);
      const consequences = await checkPatch(tx, actor, ticket.state, patch);
      const at = instantOf(now);
      return { plan: planTicketUpdate(ticket.state, patch, actor.id, at, consequences) };
    },
  );
  return await answerAct(deps, done);
}
