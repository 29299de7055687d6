import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { DeleteNoteInput, EditNoteInput } from "../../shared/schemas/ticket-acts.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { type Instant, instantOf, type TicketState } from "../../shared/tickets/state.ts";
import { noteEditMs } from "../../shared/tickets/time-limits.ts";
import { beginTransition, finishTransition } from "../../shared/tickets/transition.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { redactFiles } from "../files/redact.ts";
import { retryIfMoved } from "./messages.ts";
import { assertSeenBy, mentionedOf } from "./participants.ts";
import { answerAction, type PlannedAction, ticketTransaction } from "./transaction.ts";

/** The text of a note as its author typed it. */
export async function readOwnNote(
  { db, actor }: ActorDeps,
  { messageId }: { messageId: string },
): Promise<{ body: string }> {
  const { rows } = await sql<{ body: string }>`
    select m.body from messages m join tickets t on t.id = m.ticket_id
    where ${isOwnNote(messageId, actor.id)} and ${isSeen(scopeOf(actor))}`.execute(db);
  const [note] = rows;
  if (!note) throw new AppError("not_found");
  return note;
}

/** Its author changes a note within ten minutes. People named for the first time are notified. */
export async function editNote(deps: ActorDeps, input: EditNoteInput): Promise<ActAnswer> {
  const mentions = mentionedOf(input);
  return await changeNote(deps, input, mentions, async (tx, note, ticket, deps) => {
    if (ticket.status === "closed") throw new AppError("ticket_closed");
    if (deps.now.getTime() - Date.parse(note.writtenAt) > noteEditMs) {
      const message = "A note can be edited for 10 minutes after it was added.";
      throw new AppError("undo_too_late", { message });
    }
    await assertSeenBy(tx, deps.actor, mentions, ticket.companyId);
    const { rows } = await sql<{ id: string }>`
      with edited as (
        update messages set body = ${input.body} where id = ${note.id}::uuid
      ),
      gone as (
        delete from message_mentions
        where message_id = ${note.id}::uuid and user_id <> all(${mentions}::uuid[])
      )
      insert into message_mentions (message_id, user_id)
      select ${note.id}::uuid, unnest(${mentions}::uuid[])
      on conflict do nothing
      returning user_id as id`.execute(tx);
    return { what: "edited", userIds: rows.map(({ id }) => id) };
  });
}

/** Its author deletes a note, with its files. */
export async function deleteNote(deps: ActorDeps, input: DeleteNoteInput): Promise<ActAnswer> {
  return await changeNote(deps, input, [], async (tx, note, _ticket, { now }) => {
    await redactFiles(tx, { messageId: note.id }, now);
    await tx.deleteFrom("messages").where("id", "=", note.id).execute();
    return { what: "deleted", userIds: [] };
  });
}

interface OwnNote {
  id: string;
  writtenAt: Instant;
}

interface NoteChange {
  what: "edited" | "deleted";
  /** People who are mentioned for the first time. */
  userIds: readonly string[];
}

async function changeNote(
  deps: ActorDeps,
  input: { requestId: string; messageId: string },
  people: readonly string[],
  change: (tx: Tx, note: OwnNote, ticket: TicketState, deps: ActorDeps) => Promise<NoteChange>,
): Promise<ActAnswer> {
  const { requestId, messageId } = input;
  const done = await retryIfMoved(async () => {
    const ticketId = await ticketOf(deps, messageId);
    const act = { kind: "change-note", requestId, input, ticketId, people };
    return await ticketTransaction(deps, act, async (tx, ticket, deps): Promise<PlannedAction> => {
      const note = await lockNote(tx, { messageId, ticketId, authorId: deps.actor.id });
      const { what, userIds } = await change(tx, note, ticket.state, deps);
      const transition = beginTransition(ticket.state, instantOf(deps.now));
      const { writtenAt } = note;
      transition.changes.push({ kind: "note-changed", what, messageId, writtenAt });
      const news = { kind: "mentioned", ticketId, messageId, userIds } as const;
      return {
        plan: finishTransition(transition, { touched: true }),
        news: userIds.length > 0 ? [news] : [],
      };
    });
  });
  return await answerAction(deps, done);
}

/** Of a note that was deleted by this request, the ticket that its event is in. */
async function ticketOf({ db, actor }: ActorDeps, messageId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select m.ticket_id as id from messages m where ${isOwnNote(messageId, actor.id)}
    union all
    select e.ticket_id from ticket_events e
    where e.kind = 'note-changed' and e.actor_id = ${actor.id}::uuid
      and e.data ->> 'messageId' = ${messageId}::uuid::text and e.data ->> 'what' = 'deleted'
    limit 1`.execute(db);
  const [ticket] = rows;
  if (!ticket) throw new AppError("not_found");
  return ticket.id;
}

async function lockNote(
  tx: Tx,
  { messageId, ticketId, authorId }: { messageId: string; ticketId: string; authorId: string },
): Promise<OwnNote> {
  const { rows } = await sql<OwnNote>`
    select m.id, ${isoTime(sql`m.created_at`)} as "writtenAt" from messages m
    where ${isOwnNote(messageId, authorId)} and m.ticket_id = ${ticketId}::uuid
    for no key update of m`.execute(tx);
  const [note] = rows;
  if (!note) throw new AppError("not_found");
  return note;
}

/** A note that an action wrote, such as a merge, has no request. */
function isOwnNote(messageId: string, authorId: string) {
  return sql<boolean>`m.id = ${messageId}::uuid and m.author_id = ${authorId}::uuid
    and m.kind = 'note' and m.format = 'markdown' and m.request_id is not null
    and m.redacted_at is null`;
}
