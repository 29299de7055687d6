import type { NoteInput } from "../../shared/schemas/ticket-acts.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { planNote } from "../../shared/tickets/replies-and-notes.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import type { ActorDeps } from "../actor.ts";
import { assertSeenBy, mentionedOf } from "./mentions.ts";
import { checkSentWith, sentWith } from "./sent-changes.ts";
import { answerAct } from "./answer-act.ts";
import { writeWhereItShows } from "./write-where-it-shows.ts";

/** A note among staff: nothing of it changes anything for a customer. */
export async function addNote(
  deps: ActorDeps,
  { draftRevision: revision, ...input }: NoteInput,
): Promise<ActAnswer & { messageId: string }> {
  const { requestId, id: ticketId, body, fileIds } = input;
  const mentions = mentionedOf(input);
  const wanted = sentWith(input);
  const people = wanted.assigneeId ? [...mentions, wanted.assigneeId] : mentions;
  const writes = { kind: "note" as const, body, homeId: ticketId };
  const draft = revision ? { kind: "note" as const, revision } : undefined;
  const act = { kind: "note", requestId, input, writes, ticketId, people, draft };
  const done = await writeWhereItShows(deps, act, async (tx, ticket, deps) => {
    const { actor, now } = deps;
    await assertSeenBy(tx, actor, mentions, ticket.state.companyId);
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
