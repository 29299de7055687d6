import { sql } from "kysely";
import { can } from "../../shared/access.ts";
import type { AuditAct, AuditSubject } from "../../shared/audit.ts";
import { AppError } from "../../shared/errors.ts";
import { type Instant, instantOf, momentAfter } from "../../shared/tickets/state.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { recordLiveEvent } from "../events/live-events.ts";
import { recordAct } from "../events/record-act.ts";
import { redactFiles } from "../files/redact.ts";
import { eraseMailCopies, eraseReceivedMail } from "../mail/outbox/withdraw.ts";
import { eraseMessageHtml } from "../markdown/message-html.ts";
import { retryIfMoved } from "./messages.ts";

/**
 * Deletes the text and files of a message forever: in the conversation, in search and, if it is
 * still being sent, before it is sent. The fact remains. A second time does nothing.
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
    await eraseReceivedMail(tx, { messageId, what: "message" }, deps.now);
    await redactFiles(tx, { messageId }, deps.now);
  });
}

/** Deletes one file; its message stays as it is. */
export async function redactFile(deps: ActorDeps, fileId: string): Promise<{ redacted: true }> {
  const file = await deps.db
    .selectFrom("files")
    .select("message_id")
    .where("id", "=", fileId)
    .executeTakeFirst();
  if (!file?.message_id) throw new AppError("not_found");
  const messageId = file.message_id;
  return await redact(deps, { what: "file", messageId, fileId }, async (tx) => {
    await redactFiles(tx, { ids: [fileId] }, deps.now);
    await eraseReceivedMail(tx, { messageId, what: "file" }, deps.now);
  });
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
  return retryIfMoved(() => transact(deps, work));
}

/** Locks the ticket before the message, as every action does, under the actor's scope. */
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

/** The ticket in which something is redacted. */
export interface RedactedIn {
  ticket_id: string;
  number: number;
  version: number;
  updatedAt: Instant;
  company_id: string | null;
  people: string[];
}

/** Columns of the ticket `t`, once it is locked. */
export const redactedIn = sql`
  t.id as ticket_id, t.number, t.version, ${isoTime(sql`t.updated_at`)} as "updatedAt", t.company_id,
  (select array_agg(user_id::text) from ticket_people
    where ticket_id = t.id and user_id is not null) as people`;

interface Redacted {
  what: "message" | "file" | "subject";
  /** Its id in the audit log. */
  id: string;
  /** Whether customers could read it; otherwise they are not notified. */
  isPublic: boolean;
}

const written: Record<Redacted["what"], { act: AuditAct; kind: AuditSubject }> = {
  message: { act: "message.redacted", kind: "message" },
  file: { act: "file.redacted", kind: "file" },
  subject: { act: "ticket.subject-redacted", kind: "ticket" },
};

/** Records the redaction in the timeline, on open pages and in the audit log. */
export async function recordRedaction(
  tx: Tx,
  deps: ActorDeps,
  { what, id, isPublic }: Redacted,
  ticket: RedactedIn,
): Promise<void> {
  const { actor, now } = deps;
  const version = ticket.version + 1;
  const audience = isPublic ? "everyone" : "staff";
  const at = sql<Date>`${momentAfter(ticket.updatedAt, instantOf(now))}::text::timestamptz`;
  await tx
    .updateTable("tickets")
    .set({ version, updated_at: at })
    .where("id", "=", ticket.ticket_id)
    .execute();
  await tx
    .insertInto("ticket_events")
    .values({
      id: Bun.randomUUIDv7(),
      ticket_id: ticket.ticket_id,
      actor_id: actor.id,
      act_id: Bun.randomUUIDv7(),
      kind: "redacted",
      audience,
      data: { what },
      created_at: at,
      version,
    })
    .execute();
  await recordLiveEvent(tx, {
    topic: "ticket",
    subjectId: ticket.ticket_id,
    number: ticket.number,
    version,
    audience,
    companyIds: ticket.company_id ? [ticket.company_id] : [],
    peopleIds: ticket.people,
  });
  const posts = {
    type: "ticket.updated" as const,
    subjectId: ticket.ticket_id,
    version,
    actorId: actor.id,
    changes: { fields: [what === "subject" ? "subject" : "messages"] },
  };
  const { act, kind } = written[what];
  await recordAct(tx, { act, actorId: actor.id, subject: { kind, id }, posts }, deps);
}
