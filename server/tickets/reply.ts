import { sql } from "kysely";
import { isStaff } from "../../shared/access.ts";
import { AppError, refuseInput } from "../../shared/errors.ts";
import type { NoteInput, ReplyInput } from "../../shared/schemas/ticket-acts.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import {
  planCustomerMessage,
  planNote,
  planStaffReply,
  type StatusAndChanges,
} from "../../shared/tickets/reply.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { type ActorDeps, assignable } from "../access/actor.ts";
import { findShownTicket } from "../access/merged-into.ts";
import { readingOf, type Sight } from "../access/scope.ts";
import { createQueue as createTurns } from "../auth/throttling.ts";
import type { Tx } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import { renderMessages } from "../markdown/message-html.ts";
import { renderText } from "../markdown/off-thread.ts";
import { withoutTicketLinks } from "../markdown/render.ts";
import { assertNoConflict } from "./conflicts.ts";
import { changeCopied } from "./copied.ts";
import { openFollowUp } from "./create.ts";
import type { LockedTicket } from "./lock.ts";
import { assertSeenBy, mentionedOf } from "./participants.ts";
import { presentMessage } from "./timeline.ts";
import { describeItems, type StoredMessage } from "./timeline-items.ts";
import {
  answerAction,
  type Decide,
  type DoneAction,
  type TicketAction,
  ticketTransaction,
} from "./transaction.ts";
import { checkPatch } from "./update.ts";

/**
 * A public reply with the status that goes with it. A customer's is public immediately. One by staff waits
 * some seconds before it is sent, and its author can undo it until then.
 */
export async function replyToTicket(
  deps: ActorDeps,
  input: ReplyInput,
): Promise<ActAnswer & { messageId: string }> {
  const done = isStaff(deps.actor)
    ? await replyAsStaff(deps, input)
    : await replyAsCustomer(deps, input);
  return { ...(await answerAction(deps, done)), messageId: done.made.messageId ?? "" };
}

async function replyAsStaff(deps: ActorDeps, input: ReplyInput): Promise<DoneAction> {
  const wanted = sentChangesIn(input);
  return await reply(deps, input, async (tx, ticket, deps) => {
    await assertNoNewerMessages(tx, deps, ticket.id, input);
    await checkSentChanges(tx, deps, ticket, input, wanted);
    const plan = planStaffReply(ticket.state, assignable(deps.actor), wanted, instantOf(deps.now));
    const { change, recipients } = await changeCopied(tx, ticket.id, input);
    return {
      plan: change ? { ...plan, changes: [...plan.changes, change] } : plan,
      message: { ...messageOf(input), recipients },
    };
  });
}

async function replyAsCustomer(deps: ActorDeps, input: ReplyInput): Promise<DoneAction> {
  refuseSentChanges(input);
  for (const field of ["cc", "bcc", "addCopied", "removeCopied"] as const) {
    if (input[field] !== undefined) throw refuseInput(field, "Only staff can set this.");
  }
  return await reply(
    deps,
    input,
    async (tx, ticket, deps) => {
      await assertNoNewerMessages(tx, deps, ticket.id, input);
      return {
        plan: planCustomerMessage(ticket.state, instantOf(deps.now)),
        message: messageOf(input),
        news: (messageId) => [{ kind: "customer-wrote", ticketId: ticket.id, messageId }],
      };
    },
    async (tx, closed, deps, actId) => {
      await assertNoNewerMessages(tx, deps, closed.id, input);
      return await openFollowUp(tx, deps, { actId, closed, input });
    },
  );
}

function reply(
  deps: ActorDeps,
  { draftRevision: revision, ...input }: ReplyInput,
  decide: Decide,
  whenClosed?: TicketAction["whenClosed"],
): Promise<DoneAction> {
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
  return writeWhereShown(deps, act, decide);
}

function messageOf({ body, fileIds }: ReplyInput) {
  return { kind: "public" as const, body, fileIds };
}

/** A note for staff. It changes nothing for a customer. */
export async function addNote(
  deps: ActorDeps,
  { draftRevision: revision, ...input }: NoteInput,
): Promise<ActAnswer & { messageId: string }> {
  const { requestId, id: ticketId, body, fileIds } = input;
  const mentions = mentionedOf(input);
  const wanted = sentChangesIn(input);
  const people = wanted.assigneeId ? [...mentions, wanted.assigneeId] : mentions;
  const writes = { kind: "note" as const, body, homeId: ticketId };
  const draft = revision ? { kind: "note" as const, revision } : undefined;
  const act = { kind: "note", requestId, input, writes, ticketId, people, draft };
  const done = await writeWhereShown(deps, act, async (tx, ticket, deps) => {
    const { actor, now } = deps;
    await assertSeenBy(tx, actor, mentions, ticket.state.companyId);
    await checkSentChanges(tx, deps, ticket, input, wanted);
    return {
      plan: planNote(ticket.state, assignable(actor), wanted, instantOf(now)),
      message: { kind: "note", body, fileIds, mentions },
      news: (messageId) => [
        { kind: "mentioned", ticketId: ticket.id, messageId, userIds: mentions },
      ],
    };
  });
  return { ...(await answerAction(deps, done)), messageId: done.made.messageId ?? "" };
}

type Sent = Pick<ReplyInput | NoteInput, "status" | "changes" | "from">;

/** The status and the changes that go with a message by staff, in the same action. */
function sentChangesIn({ status, changes }: Sent): StatusAndChanges {
  return { ...changes, ...(status !== undefined && { status }) };
}

/** Refuses conflicts, and people who cannot take part. */
async function checkSentChanges(
  tx: Tx,
  deps: ActorDeps,
  ticket: LockedTicket,
  { from }: Sent,
  wanted: StatusAndChanges,
): Promise<void> {
  if (Object.keys(wanted).length === 0) return;
  await assertNoConflict(tx, deps, ticket, wanted, from);
  await checkPatch(tx, deps.actor, ticket.state, wanted);
}

function refuseSentChanges({ status, changes }: Sent): void {
  if (status !== undefined) throw refuseInput("status", "Only staff can set this.");
  if (changes !== undefined) throw refuseInput("changes", "Only staff can set this.");
}

interface SeenMessages {
  /** The newest message on the screen; absent for scripts. */
  seenMessageId?: string | null | undefined;
  sendAnyway?: boolean | undefined;
}

/** Refuses a reply if others wrote since it was begun, and shows what they wrote. */
async function assertNoNewerMessages(
  tx: Tx,
  { actor, now }: ActorDeps,
  ticketId: string,
  { seenMessageId, sendAnyway }: SeenMessages,
): Promise<void> {
  if (seenMessageId === undefined || sendAnyway) return;
  const found = await selectNewer(tx, readingOf(actor), {
    ticketId,
    seenMessageId,
    userId: actor.id,
    undoableSince: now,
  });
  if (found.length === 0) return;
  const html = await renderMessages(null, found);
  throw new AppError("came_between", {
    cameBetween: found.toReversed().map((row) => presentMessage(row, { actor, html })),
  });
}

/** Only the newest are shown. */
const mostShown = 20;

interface NewerValues {
  ticketId: string;
  userId: string;
  seenMessageId: string | null;
  undoableSince: Date;
}

/** A message is newer by when the reader could first see it: written for staff, released for customers. */
const selectNewer = keepStatement<Sight, NewerValues, StoredMessage>((sight, slot) => {
  const seenAs = (message: string) =>
    sql.raw(sight === "own" ? `${message}.released_at` : `${message}.created_at`);
  const keys = sql`
    select 'message' as type, m.id, m.id as tie, ${seenAs("m")} as key_at, 1::smallint as rank
    from messages m
    left join messages seen on seen.id = ${slot("seenMessageId")}::uuid
    where m.ticket_id = ${slot("ticketId")}::uuid and m.author_id <> ${slot("userId")}::uuid
      and m.redacted_at is null and ${seenAs("m")} is not null
      and case
        when ${slot("seenMessageId")}::uuid is null then true
        -- The message on the screen was undone since: the event of its Undo has its time.
        when seen.id is null then coalesce(${seenAs("m")} > coalesce((
          select (e.data ->> 'writtenAt')::timestamptz from ticket_events e
          where e.ticket_id = m.ticket_id and e.kind in ('reply-taken-back', 'note-changed')
            and e.data ->> 'messageId' = ${slot("seenMessageId")}::uuid::text), (
          -- Or it was the note of a merge, which was deleted with the merge.
          select min(e.created_at) from ticket_events e
          where e.ticket_id = m.ticket_id and e.kind = 'merged-from')), true)
        else (${seenAs("m")}, m.id) > (${seenAs("seen")}, seen.id)
      end
    order by ${seenAs("m")} desc, m.id desc limit ${sql.lit(mostShown)}`;
  const reader = { readerId: slot("userId"), undoableSince: slot("undoableSince") };
  return describeItems(sight, reader, keys) as ReturnType<typeof sql<StoredMessage>>;
});

/**
 * A message to a merged ticket is written to the ticket that shows it now. Its home stays the ticket it
 * was written to, where it returns if the merge is undone.
 */
async function writeWhereShown(
  deps: ActorDeps,
  act: TicketAction,
  decide: Decide,
): Promise<DoneAction> {
  try {
    return await ticketTransaction(deps, act, decide);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    const target = await findShownTicket(deps.db, act.ticketId);
    if (target === null || target === act.ticketId) throw error;
    return await ticketTransaction(
      deps,
      { ...act, ticketId: target, homeId: act.ticketId },
      decide,
    );
  }
}

/** How a text will look once it is sent. Each person's previews are rendered one at a time. */
export async function previewBody(
  { actor }: Pick<ActorDeps, "actor">,
  { body, mentions }: { body: string; mentions?: readonly string[] | undefined },
): Promise<{ html: string }> {
  const html = await inTurn(actor.id, () => renderText(body, mentions));
  return { html: isStaff(actor) ? html : withoutTicketLinks(html) };
}

const inTurn = createTurns();
