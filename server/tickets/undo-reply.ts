import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Draft, TicketDetails } from "../../shared/tickets/page.ts";
import { instantOf, type TicketPlan } from "../../shared/tickets/state.ts";
import { beginTransition, finishTransition } from "../../shared/tickets/transition.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { readDraft, restoreToDraft } from "../drafts/move-drafts.ts";
import { filesTakenAlong } from "../files/attach.ts";
import { presentFile } from "../files/present.ts";
import { copiedByReply, restoreCopied } from "./copied.ts";
import { readTicketDetails } from "./details.ts";
import { type LockedTicket, lockPeople, lockTicket, peopleReturning } from "./lock.ts";
import { retryIfMoved } from "./messages.ts";
import { planUndoUnderLock } from "./undo.ts";
import { saveTicket } from "./write.ts";

/**
 * Undoes a reply that has not been released: deletes the message, restores the status, and puts the
 * text back into the draft. Release takes the same lock, so the first wins.
 */
export async function undoReply(
  deps: ActorDeps,
  { messageId }: { messageId: string },
): Promise<{ ticket: TicketDetails; draft: Draft }> {
  const { ticketId, draft } = await retryIfMoved(() =>
    transact(deps, (tx, deps) => findAndTakeBack(tx, deps, messageId)),
  );
  return { ticket: await readTicketDetails(deps, ticketId), draft };
}

async function findAndTakeBack(
  tx: Tx,
  deps: ActorDeps,
  messageId: string,
): Promise<{ ticketId: string; draft: Draft }> {
  const found = await findOwnReply(tx, deps, messageId);
  await lockPeople(tx, found.people);
  const ticket = await lockTicket(tx, deps.actor, found.ticketId);
  const draft = found.isGone
    ? await readDraft(tx, deps.actor.id, ticket.id)
    : await takeBack(tx, deps, ticket, messageId);
  return { ticketId: ticket.id, draft };
}

interface FoundReply {
  ticketId: string;
  /** The people who get their part back with the status. */
  people: string[];
  isGone: boolean;
}

async function findOwnReply(tx: Tx, { actor }: ActorDeps, messageId: string): Promise<FoundReply> {
  const { rows: sent } = await sql<Omit<FoundReply, "isGone">>`
    select m.ticket_id as "ticketId",
      coalesce((select ${peopleReturning} from acts where acts.id = m.act_id), '{}') as people
    from messages m
    where m.id = ${messageId}::uuid and m.author_id = ${actor.id}::uuid and m.kind = 'public'
  `.execute(tx);
  if (sent[0]) return { ...sent[0], isGone: false };
  // A retry after a dropped connection: it was undone already.
  const { rows } = await sql<{ ticketId: string }>`
    select made ->> 'ticketId' as "ticketId" from acts
    where actor_id = ${actor.id}::uuid and undone_at is not null
      and made ->> 'messageId' = ${messageId}
    limit 1`.execute(tx);
  if (!rows[0]) throw new AppError("not_found");
  return { ticketId: rows[0].ticketId, people: [], isGone: true };
}

async function takeBack(
  tx: Tx,
  deps: ActorDeps,
  ticket: LockedTicket,
  messageId: string,
): Promise<Draft> {
  const message = await tx
    .deleteFrom("messages")
    .where("id", "=", messageId)
    .where("ticket_id", "=", ticket.id)
    .where("released_at", "is", null)
    .where("redacted_at", "is", null)
    .returning(["body", "act_id", filesTakenAlong.as("files")])
    .returning(isoTime(sql`messages.created_at`).as("writtenAt"))
    .returning(copiedByReply.as("copied"))
    .executeTakeFirst();
  if (!message) throw await whyItStays(tx, messageId);
  const plan = await planBack(tx, deps, ticket, message.act_id);
  const { writtenAt } = message;
  const copied = message.copied && (await restoreCopied(tx, ticket.id, message.copied));
  plan.changes = [
    ...plan.changes,
    ...(copied ? [copied] : []),
    { kind: "reply-taken-back", messageId, writtenAt },
  ];
  await saveTicket(tx, ticket, { actId: Bun.randomUUIDv7(), actorId: deps.actor.id, plan });
  return await restoreToDraft(tx, deps, ticket.id, {
    body: message.body,
    files: message.files.map(presentFile),
  });
}

async function whyItStays(tx: Tx, messageId: string): Promise<AppError> {
  const message = await tx
    .selectFrom("messages")
    .select("released_at")
    .where("id", "=", messageId)
    .where("redacted_at", "is not", null)
    .executeTakeFirst();
  if (!message || message.released_at !== null) return new AppError("already_released");
  return new AppError("already_released", {
    message: "The reply was redacted. It will never be sent and its text is deleted.",
  });
}

/**
 * Restores the status as Undo does. If others changed it since, it stays and the reply is deleted
 * all the same.
 */
async function planBack(
  tx: Tx,
  deps: ActorDeps,
  ticket: LockedTicket,
  actId: string | null,
): Promise<TicketPlan> {
  const back = actId === null ? null : await takeBackState(tx, deps, ticket, actId);
  const begun = beginTransition(ticket.state, instantOf(deps.now));
  return back ?? finishTransition(begun, { touched: true });
}

async function takeBackState(
  tx: Tx,
  deps: ActorDeps,
  ticket: LockedTicket,
  actId: string,
): Promise<TicketPlan | null> {
  try {
    return await planUndoUnderLock(tx, deps, ticket, actId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "undo_too_late") throw error;
  }
  // Its request id is spent all the same.
  await tx
    .updateTable("acts")
    .set({ undone_at: deps.now })
    .where("id", "=", actId)
    .where("undone_at", "is", null)
    .execute();
  return null;
}
