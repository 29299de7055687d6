import { AppError } from "../../../shared/errors.ts";
import type { NoteInput } from "../../../shared/schemas/ticket-acts.ts";
import type { ActAnswer } from "../../../shared/tickets/page.ts";
import { planNote } from "../../../shared/tickets/replies-and-notes.ts";
import { instantOf } from "../../../shared/tickets/state.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { answerAct } from "./answer-act.ts";
import { canBeAssigned, readParticipants } from "./participants.ts";
import { checkSentWith, sentWith } from "./sent-changes.ts";
import { writeWhereItShows } from "./write-where-it-shows.ts";

/** A note among staff: nothing of it changes anything for a customer. */
export async function addNote(
  deps: ActorDeps,
  input: NoteInput,
): Promise<ActAnswer & { messageId: string }> {
  const { actor, now } = deps;
  const { requestId, id: ticketId, body, fileIds } = input;
  const mentions = [...new Set(input.mentions)].sort();
  const wanted = sentWith(input);
  const people = wanted.assigneeId ? [...mentions, wanted.assigneeId] : mentions;
  const act = { kind: "note", requestId, input, ticketId, people };
  const done = await writeWhereItShows(deps, act, async (tx, ticket) => {
    await assertSeenBy(tx, mentions, ticket.state.companyId);
    await checkSentWith(tx, deps, ticket, input, wanted);
    return {
      plan: planNote(ticket.state, actor.id, wanted, instantOf(now)),
      message: { kind: "note", body, fileIds, mentions },
      news: (messageId) => [
        { kind: "mentioned", ticketId: ticket.id, messageId, userIds: mentions },
      ],
    };
  });
  return { ...(await answerAct(deps, done)), messageId: done.made.messageId ?? "" };
}

/** Only colleagues who may see the ticket can be mentioned in it. */
async function assertSeenBy(
  tx: Tx,
  mentions: readonly string[],
  companyId: string | null,
): Promise<void> {
  const people = await readParticipants(tx, mentions, companyId);
  const outside = mentions.filter((id) => !canBeAssigned(people.get(id)));
  if (outside.length === 0) return;
  throw new AppError("out_of_scope", {
    fields: outside.map((id) => ({
      field: "mentions",
      message: `${people.get(id)?.name ?? "That person"} cannot see this ticket.`,
    })),
  });
}
