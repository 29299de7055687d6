import { type RawBuilder, sql } from "kysely";
import { can } from "../../../shared/access.ts";
import { AppError, refuseInput } from "../../../shared/errors.ts";
import { type HeldReason, mailDomainOf } from "../../../shared/inbound-mail.ts";
import { isFreeMail } from "../../../shared/mail-domains.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { isInStaffScope, isSeen, scopeOf, sightOf } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/database.ts";
import { notifyPages } from "../../events/live-events.ts";
import { onceKept } from "../../once.ts";

interface HeldMail {
  id: string;
  sender: string | null;
  reason: HeldReason;
  ticketId: string | null;
  hasOriginal: boolean;
  isFromStaff: boolean;
}

/** What an action on a held mail returns: the page shows where the mail went once it was read again. */
interface HeldDone {
  id: string;
}

/** The mail is read again and becomes a ticket, whatever the rules say. */
export function makeTicketOf(
  deps: ActorDeps,
  { id }: { id: string },
  requestId: string,
): Promise<HeldDone> {
  const act = { kind: "held.ticket", requestId, input: { id } };
  return onceKept(deps, act, async (tx, { actor, now }) => {
    const mail = await lockHeld(tx, deps, id);
    assertBecomesOne(mail);
    await readAgain(tx, [id], { wanted: "ticket", actorId: actor.id, now });
    return { id };
  });
}

/** The mail becomes a message of the ticket, and its sender one of the copied people. */
export function addToTicket(
  deps: ActorDeps,
  { id, number }: { id: string; number: number },
  requestId: string,
): Promise<HeldDone> {
  const act = { kind: "held.message", requestId, input: { id, number } };
  return onceKept(deps, act, async (tx, { actor, now }) => {
    const mail = await lockHeld(tx, deps, id);
    assertBecomesOne(mail);
    const { rows } = await sql<{ id: string }>`
      select t.id from tickets t where t.number = ${number}::bigint and ${isSeen(scopeOf(actor))}`.execute(
      tx,
    );
    const [ticket] = rows;
    if (!ticket) throw refuseInput("number", `You can't see a ticket #${number}.`);
    await readAgain(tx, [id], {
      wanted: "message",
      ticketId: ticket.id,
      actorId: actor.id,
      now,
    });
    return { id };
  });
}

/** An agent's mail that might quote our notice was looked at: it is sent, or becomes a note. */
export function sendStaffMail(
  deps: ActorDeps,
  { id, as }: { id: string; as: "reply" | "note" },
  requestId: string,
): Promise<HeldDone> {
  const act = { kind: "held.staff", requestId, input: { id, as } };
  return onceKept(deps, act, async (tx, { actor, now }) => {
    const { reason, ticketId, hasOriginal } = await lockHeld(tx, deps, id);
    if (reason !== "needs-review" || !ticketId || !hasOriginal) {
      throw refuseInput("id", "This mail doesn't wait for a look.");
    }
    await readAgain(tx, [id], { wanted: as, ticketId, actorId: actor.id, now });
    return { id };
  });
}

/** Mail from this address, or from all of its domain, is held from now on. */
export function blockSender(
  deps: ActorDeps,
  { id, wholeDomain }: { id: string; wholeDomain: boolean },
  requestId: string,
): Promise<HeldDone> {
  const act = { kind: "held.block", requestId, input: { id, wholeDomain } };
  return onceKept(deps, act, async (tx, { actor, now }) => {
    const { sender } = await lockHeld(tx, deps, id);
    if (!sender) throw refuseInput("id", "This mail names no sender.");
    const domain = mailDomainOf(sender);
    if (wholeDomain && isFreeMail(domain)) {
      throw refuseInput("wholeDomain", `Anyone can have an address at ${domain}.`);
    }
    const pattern = wholeDomain ? `*@${domain}` : sender;
    await tx
      .insertInto("blocked_senders")
      .values({ pattern, created_by: actor.id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.deleteFrom("allowed_senders").where("pattern", "=", pattern).execute();
    return { id };
  });
}

/** What a sender can be held for that a person can decide otherwise. */
const decidedAgain: readonly HeldReason[] = ["blocked", "failed-check", "spam", "not-accepted"];

/** Mail from this address is never held for these reasons again; what waits is decided again. */
export function allowSender(
  deps: ActorDeps,
  { id }: { id: string },
  requestId: string,
): Promise<HeldDone> {
  const act = { kind: "held.allow", requestId, input: { id } };
  return onceKept(deps, act, async (tx, { actor, now }) => {
    const { sender } = await lockHeld(tx, deps, id);
    if (!sender) throw refuseInput("id", "This mail names no sender.");
    await tx
      .insertInto("allowed_senders")
      .values({ pattern: sender, created_by: actor.id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.deleteFrom("blocked_senders").where("pattern", "=", sender).execute();
    const waiting = await tx
      .selectFrom("inbound_mails")
      .select("id")
      .where("sender", "=", sender)
      .where("state", "=", "held")
      .where("reason", "in", decidedAgain)
      .where("content_id", "is not", null)
      .orderBy("id")
      .forUpdate()
      .execute();
    const ids = waiting.map((mail) => mail.id);
    await readAgain(tx, ids, { wanted: "decide", actorId: actor.id, now });
    return { id };
  });
}

/** Its content is deleted; that it was received, and why it was held, stays. */
export function deleteHeld(
  deps: ActorDeps,
  { id }: { id: string },
  requestId: string,
): Promise<HeldDone> {
  const act = { kind: "held.delete", requestId, input: { id } };
  return onceKept(deps, act, async (tx, { now }) => {
    await lockHeld(tx, deps, id);
    await tx
      .updateTable("inbound_mails")
      .set({ content_id: null, erased_at: now, subject: null, preview: null, sender_name: null })
      .where("id", "=", id)
      .execute();
    await notifyPages(tx, "held");
    return { id };
  });
}

const storedForDays = 30;

/**
 * Erases what no ticket needs after a month: the content of held mails, and the originals and quoted parts
 * of tickets that were marked as spam. The rows stay, so the counts do.
 */
export async function sweepHeldMails(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - storedForDays * 24 * 60 * 60_000);
  await sql`
    with spam as (select id from tickets where spam_at < ${before}::timestamptz),
    emptied as (
      update message_mails mail set rest_html = null, rest_text = null
      from messages m
      where m.id = mail.message_id and m.ticket_id in (select id from spam)
        and (mail.rest_html is not null or mail.rest_text is not null)
    )
    update inbound_mails set content_id = null, erased_at = ${now}::timestamptz,
      subject = null, preview = null, sender_name = null
    where content_id is not null and (
      (state = 'held' and ticket_id is null and stored_at < ${before}::timestamptz)
      or (state <> 'stored' and ticket_id in (select id from spam)))`.execute(db);
}

/** Staff see the held mails `mail` of the mailboxes of their companies, and those on tickets in their scope. */
export function isHeldInScope(actor: ActorDeps["actor"]): RawBuilder<boolean> {
  if (sightOf(actor) === "all") return sql`true`;
  return sql`(exists (
      select from mailboxes m
      where m.id = mail.mailbox_id and m.company_id = any(${[...actor.companyIds]}::uuid[])
    ) or exists (
      select from tickets t where t.id = mail.ticket_id and ${isInStaffScope(scopeOf(actor))}))`;
}

/** Locked until the action is done: two people cannot decide the same mail. */
async function lockHeld(tx: Tx, { actor }: ActorDeps, id: string): Promise<HeldMail> {
  if (!can(actor, "mail.held")) throw new AppError("forbidden");
  const { rows } = await sql<HeldMail>`
    select mail.id, mail.sender, mail.reason, mail.ticket_id as "ticketId", mail.content_id is not null as "hasOriginal",
      exists (
        select from users u where lower(u.email) = mail.sender and u.role <> 'Customer'
      ) as "isFromStaff"
    from inbound_mails mail
    where mail.id = ${id}::uuid and mail.state = 'held' and mail.erased_at is null
      and ${isHeldInScope(actor)}
    for update of mail`.execute(tx);
  const [mail] = rows;
  if (!mail) throw new AppError("not_found");
  return mail;
}

/** Every message has an author who is a customer. */
function assertBecomesOne({ sender, reason, hasOriginal, isFromStaff }: HeldMail): void {
  if (!hasOriginal) throw refuseInput("id", "The content of this mail was deleted.");
  if (!sender) throw refuseInput("id", "This mail names no sender.");
  if (isFromStaff) throw refuseInput("id", "Staff can't be requesters. Create the ticket instead.");
  if (reason === "own") throw refuseInput("id", "We sent this mail.");
  if (reason === "disabled-person") {
    throw refuseInput("id", "Its sender is disabled. Enable the user first.");
  }
}

interface Wanted {
  wanted: "decide" | "ticket" | "message" | "reply" | "note";
  ticketId?: string;
  actorId: string;
  now: Date;
}

async function readAgain(
  tx: Tx,
  ids: readonly string[],
  { wanted, ticketId = undefined, actorId, now }: Wanted,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("inbound_mails")
    .set({
      state: "stored",
      reason: null,
      ticket_id: null,
      attempts: 0,
      next_attempt_at: now,
      fingerprint: null,
      wanted,
      wanted_ticket_id: ticketId ?? null,
      wanted_by: actorId,
    })
    .where("id", "in", [...ids])
    .execute();
  await notifyPages(tx, "held");
}
