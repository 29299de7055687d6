import { type RawBuilder, sql } from "kysely";
import { can } from "../../../shared/access.ts";
import { AppError } from "../../../shared/errors.ts";
import { planUndelivered } from "../../../shared/tickets/automation.ts";
import { instantOf } from "../../../shared/tickets/state.ts";
import {
  type BounceReport,
  type DeliveryFailure,
  failureOf,
  failureWords,
} from "../../../shared/undelivered.ts";
import type { ActorDeps } from "../../access/actor.ts";
import type { Tx } from "../../db/database.ts";
import { notifyPages } from "../../events/live-events.ts";
import { spreadNews } from "../../notifications/news.ts";
import { onceKept } from "../../once.ts";
import { lockShownTickets } from "../../tickets/lock.ts";
import { readPerson } from "../../tickets/records.ts";
import { unassignIfAccessLost } from "../../tickets/transaction.ts";
import { saveTicket } from "../../tickets/write.ts";
import { notifyDelivery, queueFailedAgain } from "../outbox/lease.ts";
import { endStop, stopMailTo } from "../outbox/undeliverable.ts";

/** One of our mails that came back. */
export interface ReturnedMail {
  id: string;
  template: string;
  address: string;
  messageId: string | null;
  /** The ticket that shows the message now. */
  ticketId: string | null;
  /** Its reader is a customer or a copied person. */
  isToCustomer: boolean;
  /** The bounce names its Message-ID, which only its reader could know. */
  isProven: boolean;
  /** Null where the bounce says nothing of its recipient. */
  failure: DeliveryFailure | null;
}

type StoredMail = Omit<ReturnedMail, "isProven" | "failure">;

/** By our Message-ID in what came back, else the newest mail to an address that the bounce names. */
export async function findReturned(
  tx: Tx,
  { returned, recipients }: BounceReport,
  now: Date,
): Promise<ReturnedMail[]> {
  const addresses = recipients.flatMap((recipient) => recipient.addresses);
  const named = returned.length === 0 ? [] : await findByIds(tx, returned, addresses);
  const found =
    named.length > 0 || addresses.length === 0 ? named : await findNewest(tx, addresses, now);
  return found.map((mail) => {
    const own = recipients.find((one) => one.addresses.includes(mail.address.toLowerCase()));
    const recipient = own ?? recipients[0];
    const isProven = named.length > 0;
    return { ...mail, isProven, failure: recipient ? failureOf(recipient) : null };
  });
}

/**
 * The first id that is one of ours: a bounce may name the mails before it too. A mail server between may have
 * given the mail an id of its own.
 */
async function findByIds(
  tx: Tx,
  ids: readonly string[],
  addresses: readonly string[],
): Promise<StoredMail[]> {
  for (const id of ids) {
    const found = await selectMails(
      tx,
      sql`
        select id from outgoing_mails where message_id_header = ${id}::text
        union
        select relayed.id from mail_ids known
          join outgoing_mails relayed on relayed.message_id = known.message_id
        where known.id = ${id}::text and known.kind = 'relay'
          and lower(relayed.address) = any(${[...addresses]}::text[])`,
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Mail servers give up within five days. */
const returnDays = 5;

async function findNewest(tx: Tx, addresses: readonly string[], now: Date) {
  return await selectMails(
    tx,
    sql`
      select distinct on (lower(address)) id from outgoing_mails
      where lower(address) = any(${[...addresses]}::text[]) and state = 'sent'
        and sent_at > ${now}::timestamptz - ${sql.lit(returnDays)} * interval '1 day'
      order by lower(address), sent_at desc`,
  );
}

async function selectMails(tx: Tx, ids: RawBuilder<unknown>): Promise<StoredMail[]> {
  const { rows } = await sql<StoredMail>`
    select mail.id, mail.template, mail.address, mail.message_id as "messageId",
      coalesce(m.ticket_id, mail.ticket_id) as "ticketId",
      coalesce(reader.role = 'Customer', true) as "isToCustomer"
    from outgoing_mails mail
      left join messages m on m.id = mail.message_id
      left join users reader on reader.id = mail.user_id
    where mail.address is not null and mail.state in ('sent', 'failed')
      and mail.id in (${ids})
    order by mail.created_at, mail.id`.execute(tx);
  return rows;
}

/**
 * Shows at the messages that these mails were not delivered. A reply that cannot be delivered returns its
 * ticket to Open and notifies its author and the assignee.
 */
export async function recordReturned(
  tx: Tx,
  mails: readonly ReturnedMail[],
  now: Date,
): Promise<void> {
  const lost: { ticketId: string; messageId: string }[] = [];
  for (const { failure, ...mail } of mails) {
    if (!failure || !(await markReturned(tx, mail.id, failure, now))) continue;
    const { isProven, isToCustomer, ticketId, messageId } = mail;
    if (isProven && failure.isAddressUseless) await stopMailTo(tx, mail.address, failure, now);
    await notifyDelivery(tx, mail);
    if (failure.isPermanent && isToCustomer && ticketId && messageId) {
      lost.push({ ticketId, messageId });
    }
  }
  await returnToStaff(tx, lost, now);
}

/** False for a report that was received before. */
async function markReturned(
  tx: Tx,
  id: string,
  failure: DeliveryFailure,
  now: Date,
): Promise<boolean> {
  const { code, text, isPermanent } = failure;
  const { numUpdatedRows } = await tx
    .updateTable("outgoing_mails")
    .set({
      bounced_at: now,
      bounce_code: code.slice(0, 40),
      bounce_text: text.slice(0, 1000),
      ...(isPermanent && { state: "failed", error: failureWords(failure).slice(0, 1000) }),
    })
    .where("id", "=", id)
    .where("state", "=", "sent")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The replies could not be delivered: someone has to act. */
export async function returnToStaff(
  tx: Tx,
  lost: readonly { ticketId: string; messageId: string }[],
  now: Date,
): Promise<void> {
  const tickets = await lockShownTickets(tx, [...new Set(lost.map(({ ticketId }) => ticketId))]);
  for (const ticket of tickets) {
    const ofTicket = lost.filter(({ ticketId }) => ticketId === ticket.id);
    const authors = await tx
      .selectFrom("messages")
      .select("author_id")
      .distinct()
      .where(
        "id",
        "in",
        ofTicket.map(({ messageId }) => messageId),
      )
      .execute();
    const { assigneeId } = ticket.state;
    const plan = planUndelivered(ticket.state, instantOf(now));
    if (plan) {
      const acting = { actId: Bun.randomUUIDv7(), actorId: null };
      await saveTicket(tx, ticket, { ...acting, plan: await unassignIfAccessLost(tx, plan) });
    }
    const userIds = [
      ...authors.map(({ author_id }) => author_id),
      ...(assigneeId ? [assigneeId] : []),
    ];
    await spreadNews(tx, null, [{ kind: "undelivered", ticketId: ticket.id, userIds }], now);
  }
}

/** Mail goes to the person's address again, beginning with what came back in the last week. */
export async function tryAddressAgain(
  deps: ActorDeps,
  { userId }: { userId: string },
  requestId: string,
): Promise<{ id: string }> {
  const address = await findAddress(deps, userId);
  const act = { kind: "mail.address-again", requestId, input: { userId } };
  return await onceKept(deps, act, async (tx, { now }) => {
    await endStop(tx, address);
    const { rows } = await sql<{ id: string; template: string; messageId: string | null }>`
      select id, template, message_id as "messageId" from outgoing_mails
      where state = 'failed' and created_at > ${now}::timestamptz - interval '7 days'
        and lower(address) = ${address} and bounced_at is not null and ticket_id is not null
      order by created_at limit ${mostAgain} for update`.execute(tx);
    if (rows.length > 0) {
      await queueFailedAgain(
        tx,
        rows.map(({ id }) => id),
        now,
      );
    }
    for (const mail of rows) await notifyDelivery(tx, mail);
    await notifyPages(tx, "users");
    return { id: userId };
  });
}

const mostAgain = 50;

/** Super Admins see all users, agents the customers of their scope. */
async function findAddress({ db, actor }: ActorDeps, userId: string): Promise<string> {
  if (!can(actor, "mail.read")) await readPerson({ db, actor }, userId);
  const found = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!found?.email) throw new AppError("not_found");
  return found.email.toLowerCase();
}
