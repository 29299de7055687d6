import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import type { HeldOnTicket } from "../../../shared/tickets/page.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { isSeen, scopeOf, sightOf, withSpam } from "../../access/scope.ts";
import type { ContentKey } from "../../files/place.ts";
import { isHeldAtTicket } from "../../tickets/details.ts";
import { isOwnMail } from "../../tickets/timeline-items.ts";

/** The quoted part of a mail, which the ticket page loads when someone asks for it. */
export async function readRest(
  { db, actor }: ActorDeps,
  { messageId }: { messageId: string },
): Promise<{ html: string }> {
  const { rows } = await sql<{ html: string | null }>`
    select mail.rest_html as html
    from message_mails mail join messages m on m.id = mail.message_id
      join tickets t on t.id = m.ticket_id
    where m.id = ${messageId}::uuid and m.redacted_at is null
      and ${isSeen(withSpam(scopeOf(actor)))}`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError("not_found");
  return { html: found.html ?? "" };
}

interface OriginalMail extends ContentKey {
  size: number;
}

/** The mail as it was received, for staff who see its ticket and for its author. Spam has none to show. */
export async function findOriginal(
  { db, actor }: ActorDeps,
  messageId: string,
): Promise<OriginalMail> {
  const isReaders = sightOf(actor) === "own" ? isOwnMail(sql.val(actor.id)) : sql`true`;
  const { rows } = await sql<OriginalMail>`
    select content.id, encode(content.sha256, 'hex') as sha256, content.size
    from message_mails received join messages m on m.id = received.message_id
      join tickets t on t.id = m.ticket_id
      join inbound_mails original on original.id = received.inbound_mail_id
      join file_contents content on content.id = original.content_id
    where m.id = ${messageId}::uuid and m.redacted_at is null and ${isReaders}
      and ${isSeen(scopeOf(actor))}`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError("not_found");
  return found;
}

/** How many later mails of the ticket may quote this message: redacting it erases their originals too. */
export async function countLaterMails(
  { db, actor }: ActorDeps,
  { messageId }: { messageId: string },
): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from messages m join tickets t on t.id = m.ticket_id
      join messages later on later.ticket_id = m.ticket_id and later.created_at > m.created_at
      join message_mails mail on mail.message_id = later.id
    where m.id = ${messageId}::uuid and ${isSeen(withSpam(scopeOf(actor)))}`.execute(db);
  return { count: rows[0]?.count ?? 0 };
}

/** The held mails that belong to a ticket: they are no part of its conversation. */
export async function listHeldOn(
  { db, actor }: ActorDeps,
  { ticketId }: { ticketId: string },
): Promise<{ mails: HeldOnTicket[] }> {
  const { rows } = await sql<Omit<HeldOnTicket, "at"> & { at: Date }>`
    select mail.id, mail.reason, coalesce(mail.sender, '') as sender,
      coalesce(mail.sender_name, '') as name, coalesce(mail.preview, '') as preview,
      mail.received_at as at
    from inbound_mails mail join tickets t on t.id = mail.ticket_id
    where t.id = ${ticketId}::uuid and ${isHeldAtTicket} and ${isSeen(scopeOf(actor))}
    order by mail.id desc limit 20`.execute(db);
  return { mails: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
}
