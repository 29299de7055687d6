import { sql } from "kysely";
import { can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { redactFiles } from "../files/redact.ts";
import { eraseMailCopies } from "../mail/outbox/withdraw.ts";
import { eraseMessageHtml } from "../markdown/message-html.ts";
import { transact } from "../transact.ts";
import { isSeen, scopeOf } from "./scope.ts";
import { afterMessage } from "./after-message.ts";
import { type RedactedIn, recordRedaction, redactedIn } from "./record-redaction.ts";

/**
 * Empties a message for good, its files with it: from the conversation, from search and, where it
 * was still being sent, before it goes out. That it was done stays. A second time does nothing.
 */
export function redactMessage(deps: ActorDeps, messageId: string): Promise<{ redacted: true }> {
  return redact(deps, { what: "message", messageId, fileId: null }, async (tx) => {
    await tx
      .updateTable("messages")
      .set({ body: "", redacted_at: deps.now, redacted_by: deps.actor.id })
      .where("id", "=", messageId)
      .execute();
    await eraseMessageHtml(tx, messageId);
    await eraseMailCopies(tx, messageId);
    await redactFiles(tx, { messageId }, deps.now);
  });
}

/** The same of one file alone; its message stays as it is. */
export async function redactFile(deps: ActorDeps, fileId: string): Promise<{ redacted: true }> {
  const file = await deps.db
    .selectFrom("files")
    .select("message_id")
    .where("id", "=", fileId)
    .executeTakeFirst();
  if (!file?.message_id) throw new AppError("not_found");
  const subject = { what: "file" as const, messageId: file.message_id, fileId };
  return await redact(deps, subject, (tx) => redactFiles(tx, { ids: [fileId] }, deps.now));
}

interface Subject {
  what: "message" | "file";
  messageId: string;
  fileId: string | null;
}

interface LockedSubject extends RedactedIn {
  done: boolean;
  everyone: boolean;
}

function redact(
  deps: ActorDeps,
  subject: Subject,
  empty: (tx: Tx) => Promise<void>,
): Promise<{ redacted: true }> {
  const work = async (tx: Tx, deps: ActorDeps): Promise<{ redacted: true }> => {
    const locked = await lockSubject(tx, deps, subject);
    if (!can(deps.actor, "ticket.redact")) throw new AppError("forbidden");
    if (locked.done) return { redacted: true };
    await empty(tx);
    const id = subject.fileId ?? subject.messageId;
    await recordRedaction(tx, deps, { what: subject.what, id, isPublic: locked.everyone }, locked);
    return { redacted: true };
  };
  return afterMessage(() => transact(deps, work));
}

/** The ticket first and the message then, in the order of every act; under the actor's scope. */
async function lockSubject(tx: Tx, { actor }: ActorDeps, subject: Subject): Promise<LockedSubject> {
  const { rows: tickets } = await sql<{ id: string }>`
    select t.id from tickets t
    where t.id = (select ticket_id from messages where id = ${subject.messageId}::uuid)
      and ${isSeen(scopeOf(actor))}
    for no key update of t`.execute(tx);
  const [ticket] = tickets;
  if (!ticket) throw new AppError("not_found");
  const { rows } = await sql<LockedSubject>`
    select ${redactedIn},
      case when ${subject.fileId}::uuid is null then m.redacted_at is not null
        else f.redacted_at is not null end as done,
      m.released_at is not null as everyone
    from messages m join tickets t on t.id = m.ticket_id
    left join files f on f.id = ${subject.fileId}::uuid and f.message_id = m.id
    where m.id = ${subject.messageId}::uuid and m.ticket_id = ${ticket.id}::uuid
      and (${subject.fileId}::uuid is null or f.id is not null)
    for no key update of m`.execute(tx);
  const [locked] = rows;
  if (!locked) throw new AppError("not_found");
  return locked;
}
