import { type RawBuilder, sql } from "kysely";
import { isStaff } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import { releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import type { Said } from "../../shared/tickets/turns.ts";
import type { Actor } from "../access/actor.ts";
import { isStaffMessage } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import type { WebhookMessage } from "../events/webhook-events.ts";
import { attachFiles } from "../files/attach.ts";

export interface NewMessage {
  /** Set if the caller needs to know it before. */
  id?: string;
  kind: "public" | "note";
  body: string;
  /** `html`: the body is the plain text of a mail, whose HTML is stored next to it. */
  format?: "markdown" | "html";
  fileIds?: readonly string[];
  /** People mentioned in a note. */
  mentions?: readonly string[];
  /** Who gets a reply by mail besides the ticket's people: its copied people, or those chosen. */
  recipients?: readonly MessageRecipient[] | "copied";
}

export interface MessageRecipient {
  kind: "cc" | "bcc";
  address: string;
  name: string;
}

interface Where {
  ticketId: string;
  homeId?: string;
  actId: string;
  /** Of the author's request; notes written by an action itself have none. */
  requestId?: string;
  actor: Actor;
  at: string;
}

/**
 * Writes a message. A customer's is public immediately; a reply by staff is released some seconds
 * later by the database's clock, and its author can undo it until then.
 */
export async function insertMessage(
  tx: Tx,
  where: Where,
  {
    id = Bun.randomUUIDv7(),
    kind,
    body,
    format = "markdown",
    fileIds = [],
    mentions = [],
    recipients = [],
  }: NewMessage,
): Promise<{ id: string }> {
  const { ticketId, homeId = ticketId, actId, requestId = null, actor } = where;
  const at = sql<Date>`${where.at}::text::timestamptz`;
  const isReply = kind === "public" && isStaff(actor);
  const writing =
    recipients === "copied" ? tx.with("copies", () => insertCopied(id, ticketId)) : tx;
  await writing
    .insertInto("messages")
    .values({
      id,
      ticket_id: ticketId,
      home_ticket_id: homeId,
      act_id: actId,
      request_id: requestId,
      author_id: actor.id,
      kind,
      body,
      format,
      created_at: at,
      release_at: isReply
        ? sql<Date>`clock_timestamp() + ${releaseDelayMs} * interval '1 millisecond'`
        : null,
      released_at: kind === "public" && !isReply ? at : null,
    })
    .execute();
  if (mentions.length > 0) {
    const mentioned = [...new Set(mentions)].map((user_id) => ({ message_id: id, user_id }));
    await tx.insertInto("message_mentions").values(mentioned).execute();
  }
  if (recipients !== "copied" && recipients.length > 0) {
    const rows = recipients.map((recipient) => ({ ...recipient, message_id: id }));
    await tx.insertInto("message_recipients").values(rows).execute();
  }
  await attachFiles(tx, { actor, messageId: id, fileIds });
  return { id };
}

/**
 * The ticket's copied people, as recipients of a message that is written in the same statement. In brackets, which
 * Kysely puts around no statement that is written as text.
 */
function insertCopied(messageId: string, ticketId: string): RawBuilder<Record<string, unknown>> {
  return sql`(
    insert into message_recipients (message_id, kind, address, name)
    select ${messageId}::uuid, 'cc', address, coalesce(name, '') from ticket_people
    where ticket_id = ${ticketId}::uuid and address is not null)`;
}

/** The event of a message that was just written. A reply by staff is not public yet. */
export function webhookMessageOf(
  { kind }: Pick<NewMessage, "kind">,
  id: string,
  actor: Actor,
): WebhookMessage | undefined {
  if (kind === "note") return { id, type: "note.created" };
  return isStaff(actor) ? undefined : { id, type: "message.published" };
}

/** Updates the reply counts and times of a ticket after messages moved. */
export async function recount(tx: Tx, ticketId: string): Promise<void> {
  await sql`
    update tickets t set
      staff_reply_count = counted.staff,
      first_staff_reply_at = counted.first_staff,
      last_staff_reply_at = counted.last_staff,
      last_customer_message_at = counted.last_customer
    from (
      select count(*) filter (where by_staff)::int as staff,
        min(released_at) filter (where by_staff and released_at >= created) as first_staff,
        max(released_at) filter (where by_staff) as last_staff,
        max(released_at) filter (where not by_staff) as last_customer
      from (
        select m.released_at, ${isStaffMessage} as by_staff, own.created_at as created
        from messages m join tickets own on own.id = m.ticket_id
        where m.ticket_id = ${ticketId} and m.released_at is not null
      ) message
    ) counted
    where t.id = ${ticketId}`.execute(tx);
}

/**
 * What the public messages `m` say about who is waiting, in each `part` of them; a reply answers
 * the whole ticket.
 */
export async function readSaid(
  tx: Tx,
  part: RawBuilder<unknown>,
  among: RawBuilder<unknown>,
): Promise<Map<string, Said>> {
  const { rows } = await sql<Said & { part: string }>`
    with said as (
      select (${part})::text as part, m.ticket_id, m.created_at, m.released_at,
        ${isStaffMessage} as by_staff
      from messages m where m.released_at is not null and ${among}
    )
    select part, ${isoTime(sql`max(released_at) filter (where by_staff)`)} as "answeredAt",
      ${isoTime(sql`min(released_at) filter (where not by_staff and not exists (
        select from said reply
        where reply.ticket_id = said.ticket_id and reply.by_staff
          and reply.created_at > said.released_at))`)} as "heardSince"
    from said group by part`.execute(tx);
  return new Map(rows.map(({ part, ...said }) => [part, said]));
}

/** A concurrent merge can move the message before its ticket is locked: tries once more. */
export async function retryIfMoved<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    return await act();
  }
}
