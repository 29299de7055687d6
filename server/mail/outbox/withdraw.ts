import { type RawBuilder, sql } from "kysely";
import { refuseInput } from "../../../shared/errors.ts";
import type { TicketTemplate } from "../../../shared/mails.ts";
import type { ActorDeps } from "../../access/actor.ts";
import type { Tx } from "../../db/database.ts";
import { recordLiveEvent } from "../../events/live-events.ts";
import { recordAct } from "../../events/record-act.ts";
import { onceKept } from "../../once.ts";

/** A ticket action, known by its time. */
export interface NotifiedAction {
  ticketId: string;
  actorId: string;
  at: Date;
}

/**
 * Withdraws the mails of an action that was undone, as a part of a statement. A mail that is being
 * sent at this moment is not stopped.
 */
export function withdrawTicketMails(
  { ticketId, actorId, at }: NotifiedAction,
  templates: readonly TicketTemplate[],
): RawBuilder<unknown> {
  return sql`withdrawn as (
    update outgoing_mails set state = 'skipped', error = 'The action was undone before it was sent.'
    where ticket_id = ${ticketId}::uuid and state = 'queued'
      and template = any(${[...templates]}::text[])
      and created_at = ${at}::timestamptz and data ->> 'askedBy' = ${actorId}::text
      and (leased_until is null or leased_until < now())
  )`;
}

/** When a person is deleted: mails to them hold their name and address, and so do mails from them. */
export async function eraseMailsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  const person = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirst();
  await tx.deleteFrom("outgoing_mails").where("user_id", "=", userId).execute();
  await tx.deleteFrom("mail_tokens").where("user_id", "=", userId).execute();
  if (person?.email) await eraseAddress(tx, person.email.toLowerCase(), now);
}

/**
 * Erases mails from and to this address, what later mails of the same tickets may quote of them, and the address
 * where it was copied. The row of a received mail stays, without what it says.
 */
async function eraseAddress(tx: Tx, address: string, now: Date): Promise<void> {
  await eraseFromEvents(tx, address);
  await tx.deleteFrom("outgoing_mails").where("to_address", "=", address).execute();
  await sql`
    with theirs as (
      select m.ticket_id, min(m.created_at) as since
      from message_mails mail join messages m on m.id = mail.message_id
      where mail.from_address = ${address} group by m.ticket_id
    ),
    gone as (
      update inbound_mails set content_id = null, erased_at = ${now}::timestamptz, sender = null,
        sender_name = null, subject = null, preview = null, envelope_to = null
      where sender = ${address} and state <> 'stored'
    ),
    quoting as (
      update inbound_mails other set content_id = null, erased_at = ${now}::timestamptz
      from theirs
      where other.ticket_id = theirs.ticket_id and other.stored_at >= theirs.since
        and other.state <> 'stored' and other.sender is distinct from ${address}
        and other.content_id is not null
    ),
    emptied as (
      update message_mails mail set rest_html = null, rest_text = null,
        from_name = case when from_address = ${address} then '' else from_name end,
        from_address = case when from_address = ${address} then '' else from_address end
      where from_address = ${address} or exists (
        select from messages later join theirs on theirs.ticket_id = later.ticket_id
        where later.id = mail.message_id and later.created_at >= theirs.since)
    ),
    no_recipient as (delete from message_recipients where address = ${address}),
    no_stop as (delete from undeliverable_addresses where address = ${address}),
    no_token as (delete from mail_tokens where address = ${address})
    delete from ticket_people where address = ${address}`.execute(tx);
}

const erased = "a deleted address";

/** Events say who was copied in, removed or joined by mail. */
async function eraseFromEvents(tx: Tx, address: string): Promise<void> {
  const isNamed = (list: "added" | "removed") =>
    sql<boolean>`data -> ${sql.lit(list)} @> ${JSON.stringify([{ address }])}::text::jsonb`;
  const others = (list: "added" | "removed") => sql`(
    select coalesce(jsonb_agg(case when person ->> 'address' = ${address}::text
      then jsonb_build_object('address', ${erased}::text, 'name', '') else person end), '[]')
    from jsonb_array_elements(data -> ${sql.lit(list)}) person)`;
  await sql`
    update ticket_events set data = case
      when data ->> 'address' = ${address}::text
        then data || jsonb_build_object('address', ${erased}::text)
      else data || jsonb_build_object('added', ${others("added")}, 'removed', ${others("removed")})
      end
    where kind = 'mail'
      and (data ->> 'address' = ${address}::text or ${isNamed("added")} or ${isNamed("removed")})
      and ticket_id in (
        select ticket_id from ticket_people where address = ${address}::text
        union
        select m.ticket_id from message_recipients named join messages m on m.id = named.message_id
        where named.address = ${address}::text
        union
        select m.ticket_id from message_mails mail join messages m on m.id = mail.message_id
        where mail.from_address = ${address}::text)`.execute(tx);
}

/**
 * With a redacted message or file: its original, and what later mails of the ticket may quote of it. Their
 * own text stays.
 */
export async function eraseReceivedMail(
  tx: Tx,
  { messageId, what }: { messageId: string; what: "message" | "file" },
  now: Date,
): Promise<void> {
  const isIt = sql`message_id = ${messageId}::uuid`;
  await sql`
    with redacted as (
      select ticket_id, created_at from messages where id = ${messageId}::uuid
    ),
    emptied as (
      update message_mails mail set rest_html = null, rest_text = null,
        html = case when ${isIt} and ${what === "message"} then null else html end,
        calendar = case when ${isIt} then null else calendar end
      from messages later, redacted
      where later.id = mail.message_id and later.ticket_id = redacted.ticket_id
        and later.created_at >= redacted.created_at
    )
    update inbound_mails original set content_id = null, erased_at = ${now}::timestamptz,
      preview = case when original.message_id = ${messageId}::uuid then null else preview end
    from redacted
    where original.ticket_id = redacted.ticket_id and original.state <> 'stored'
      and original.content_id is not null
      and (original.message_id = ${messageId}::uuid or original.stored_at >= redacted.created_at)
  `.execute(tx);
}

/** With all that these tickets say. Rows of received mails stay, without what they say. */
export async function eraseMailsOfTickets(
  tx: Tx,
  ticketIds: readonly string[],
  now: Date,
): Promise<void> {
  const ids = sql`${[...ticketIds]}::uuid[]`;
  const messages = sql`(select id from messages where ticket_id = any(${ids}))`;
  await sql`
    with unsent as (delete from outgoing_mails where ticket_id = any(${ids})),
    no_id as (delete from mail_ids where ticket_id = any(${ids})),
    no_token as (delete from mail_tokens where ticket_id = any(${ids})),
    no_recipient as (delete from message_recipients where message_id in ${messages}),
    emptied as (
      update message_mails set from_name = '', from_address = '', subject = '', html = null,
        rest_html = null, rest_text = null, calendar = null, remote_images = 0
      where message_id in ${messages}
    )
    update inbound_mails set content_id = null, erased_at = coalesce(erased_at, ${now}::timestamptz),
      sender = null, sender_name = null, subject = null, preview = null, envelope_to = null
    where (ticket_id = any(${ids}) or message_id in ${messages}) and state <> 'stored'`.execute(tx);
}

/** Erases the copies of a redacted message's mails, although they hold only a placeholder. */
export async function eraseMailCopies(tx: Tx, messageId: string): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ body: null })
    .where("message_id", "=", messageId)
    .execute();
}

/** Erases copies that hold one of these former subjects of a ticket; its current one is shown instead. */
export async function eraseMailCopiesNaming(
  tx: Tx,
  ticketId: string,
  subjects: readonly string[],
): Promise<void> {
  const inMails = subjects.map((subject) => subject.replaceAll(/\s+/g, " ").trim());
  await sql`
    update outgoing_mails mail set subject = null, body = null
    where ticket_id = ${ticketId}::uuid and exists (
      select from unnest(${inMails}::text[]) as former(words)
      where strpos(mail.subject, words) > 0 or strpos(mail.body, words) > 0)`.execute(tx);
}

/** Erases an address that belongs to no user. Messages stay. */
export async function forgetAddress(
  deps: ActorDeps,
  { address }: { address: string },
  requestId: string,
): Promise<{ tickets: number }> {
  const act = { kind: "mail.forget-address", requestId, input: { address } };
  return await onceKept(deps, act, async (tx, { actor, now }) => {
    const user = await tx
      .selectFrom("users")
      .select("id")
      .where((is) => is(is.fn<string>("lower", ["email"]), "=", address))
      .executeTakeFirst();
    if (user) throw refuseInput("address", "A user has this address. Delete the user instead.");
    const tickets = await tx
      .selectFrom("ticket_people")
      .innerJoin("tickets", "tickets.id", "ticket_people.ticket_id")
      .select(["tickets.id", "number", "company_id"])
      .where("address", "=", address)
      .execute();
    await eraseAddress(tx, address, now);
    for (const { id, number, company_id } of tickets) {
      await recordLiveEvent(tx, {
        topic: "ticket",
        subjectId: id,
        number,
        version: null,
        audience: "staff",
        companyIds: company_id === null ? [] : [company_id],
        peopleIds: [],
      });
    }
    await recordAct(
      tx,
      {
        act: "mail.address-forgotten",
        actorId: actor.id,
        subject: { kind: "mail", id: null },
      },
      { ...deps, now },
    );
    return { tickets: tickets.length };
  });
}
