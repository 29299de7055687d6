import { type RawBuilder, sql } from "kysely";
import { eachDay, moveDay, startOfDay, todayIn } from "../../../shared/dashboard/days.ts";
import type { MailOutcome, ReceivedDay, ReceivedMailPage } from "../../../shared/mailboxes.ts";
import type { ListHeldInput, ListReceivedInput } from "../../../shared/schemas/mailboxes.ts";
import { viewCountCap } from "../../../shared/tickets/vocabulary.ts";
import type { Actor, ActorDeps, Deps } from "../../access/actor.ts";
import { isInStaffScope, scopeOf } from "../../access/scope.ts";
import type { Db } from "../../db/database.ts";
import { afterCursor, cutMarked, markOf, type Order, orderBy } from "../../db/keyset.ts";
import { isHeldInScope } from "../inbound/held.ts";

const daysShown = 30;

/** What became of the mail of the last 30 days, newest day first. */
export async function listReceivedDays(
  { db, now }: Deps,
  timeZone: string,
): Promise<ReceivedDay[]> {
  const today = todayIn(timeZone, now);
  const days = eachDay({ from: moveDay(today, 1 - daysShown), to: today });
  const starts = days.map((day) => startOfDay(day, timeZone).toISOString());
  const end = startOfDay(moveDay(today, 1), timeZone);
  // The array as a sub-select: otherwise its text would be parsed again for each row.
  const { rows } = await sql<CountedDay>`
    with counted as (
      select mailbox_id, width_bucket(quarter, (select ${starts}::text[]::timestamptz[])) as day,
        sum(tickets)::float8 as tickets, sum(messages)::float8 as messages,
        sum(held)::float8 as held, sum(being_read)::float8 as being_read
      from inbound_mail_counts
      where quarter >= ${starts[0]}::timestamptz and quarter < ${end}::timestamptz
      group by 1, 2
      having sum(tickets + messages + held + being_read) > 0
    )
    select counted.*, mailboxes.name from counted join mailboxes on mailboxes.id = mailbox_id
    order by day desc, name, mailbox_id`.execute(db);
  return rows.map(({ day, mailbox_id, name, tickets, messages, held, being_read }) => ({
    day: days[day - 1] ?? "",
    mailbox: { id: mailbox_id, name },
    received: tickets + messages + held,
    tickets,
    messages,
    held,
    beingRead: being_read,
  }));
}

interface CountedDay {
  /** From 1. */
  day: number;
  mailbox_id: string;
  name: string;
  tickets: number;
  messages: number;
  held: number;
  being_read: number;
}

/**
 * Makes one row of those of a quarter of an hour, within what is shown in any time zone. Several servers can do it at
 * once: each inserts the sum of what it deleted.
 */
export async function mergeReceivedCounts(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - (daysShown + 2) * 24 * 60 * 60_000);
  await sql`
    with merged as (
      delete from inbound_mail_counts where (mailbox_id, quarter) in (
        select mailbox_id, quarter from inbound_mail_counts where quarter >= ${since}::timestamptz
        group by 1, 2 having count(*) > 1)
      returning *
    )
    insert into inbound_mail_counts (mailbox_id, quarter, tickets, messages, held, being_read)
    select mailbox_id, quarter, sum(tickets), sum(messages), sum(held), sum(being_read)
    from merged group by 1, 2`.execute(db);
}

/** The mails behind one of those numbers, newest first. */
export async function listReceived(
  { db }: Deps,
  { mailboxId, day, outcome, timeZone, ...page }: ListReceivedInput,
): Promise<ReceivedMailPage> {
  const query = selectReceived(db)
    .$if(mailboxId !== undefined, (query) => query.where("mail.mailbox_id", "=", mailboxId ?? ""))
    // As a literal, to match the partial index of held mails.
    .$if(outcome !== undefined, (query) =>
      query.where("mail.state", "=", sql.lit(outcome ?? "held")),
    )
    .$if(day !== undefined, (query) =>
      query
        .where("mail.stored_at", ">=", startOfDay(day ?? "", timeZone))
        .where("mail.stored_at", "<", startOfDay(moveDay(day ?? "", 1), timeZone)),
    );
  return await readPage(query, page);
}

/** The held mails that someone can still decide about, newest first. Those of spam are hidden with it. */
export async function listHeld(
  { db, actor }: ActorDeps,
  page: ListHeldInput,
): Promise<ReceivedMailPage> {
  const query = selectReceived(db, ticketNumberFor(actor)).where(waitsFor(actor));
  return await readPage(query, page);
}

/** How many those are, up to the cap of the counts next to views. */
export async function countHeld({ db, actor }: ActorDeps): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from inbound_mails mail where ${waitsFor(actor)}
      limit ${sql.lit(viewCountCap)}) held`.execute(db);
  return { count: rows[0]?.count ?? 0 };
}

/**
 * Held mails `mail` that this actor can decide about. Postgres expects few rows of an outer join without spam, and would
 * start parallel workers for a page.
 */
function waitsFor(actor: Actor): RawBuilder<boolean> {
  return sql`(mail.state = 'held' and mail.erased_at is null
    and (mail.ticket_id is null or not exists (
      select from tickets spam where spam.id = mail.ticket_id and spam.spam_at is not null))
    and ${isHeldInScope(actor)})`;
}

/** Agents can see held mails of their companies' mailboxes on tickets that they cannot see. */
function ticketNumberFor(actor: Actor): RawBuilder<number | null> {
  return sql`(select t.number::float8 from tickets t
    where t.id = mail.ticket_id and ${isInStaffScope(scopeOf(actor))})`;
}

function selectReceived(
  db: Db,
  ticketNumber: RawBuilder<number | null> = sql`ticket.number::float8`,
) {
  return db
    .selectFrom("inbound_mails as mail")
    .innerJoin("mailboxes as box", "box.id", "mail.mailbox_id")
    .leftJoin("tickets as ticket", "ticket.id", "mail.ticket_id")
    .select(["mail.id", "mail.sender", "mail.sender_name", "mail.subject"])
    .select(["mail.received_at", "mail.state"])
    .select(["mail.reason", "mail.preview"])
    .select(["box.id as box_id", "box.name as box_name"])
    .select(ticketNumber.as("ticket_number"));
}

const newestFirst: Order = {
  name: "stored",
  descending: true,
  columns: [
    { sql: sql`mail.stored_at`, type: "timestamptz" },
    { sql: sql`mail.id`, type: "uuid" },
  ],
};

async function readPage(
  query: ReturnType<typeof selectReceived>,
  { cursor, limit }: ListHeldInput,
): Promise<ReceivedMailPage> {
  const found = await query
    .select(markOf(newestFirst).as("mark"))
    .where(afterCursor(newestFirst, cursor))
    .orderBy(orderBy(newestFirst))
    .limit(limit + 1)
    .execute();
  const { rows, nextCursor } = cutMarked(newestFirst, limit, found);
  return {
    mails: rows.map((row) => ({
      id: row.id,
      mailbox: { id: row.box_id, name: row.box_name },
      sender: row.sender,
      senderName: row.sender_name,
      subject: row.subject,
      receivedAt: row.received_at.toISOString(),
      outcome: row.state as MailOutcome,
      reason: row.reason,
      preview: row.preview,
      ticketNumber: row.ticket_number,
    })),
    nextCursor,
  };
}
