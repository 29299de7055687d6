import { sql } from "kysely";
import { type Decision, isAcknowledged } from "../../../shared/inbound-mail.ts";
import { plainSubject } from "../../../shared/mail-thread.ts";
import { planOpening } from "../../../shared/tickets/create.ts";
import { planCustomerMessage, planQuietMessage } from "../../../shared/tickets/reply.ts";
import { instantOf, type TicketChange } from "../../../shared/tickets/state.ts";
import { spreadNews } from "../../notifications/news.ts";
import { openFollowUp, openTicket } from "../../tickets/create.ts";
import { insertLink } from "../../tickets/links.ts";
import { lockPeople } from "../../tickets/lock.ts";
import { insertMessage } from "../../tickets/messages.ts";
import { lockTeamIfExists } from "../../tickets/places.ts";
import { unassignIfAccessLost } from "../../tickets/transaction.ts";
import { saveTicket } from "../../tickets/write.ts";
import { chooseCompany, findAuthor } from "./author.ts";
import { cut, inboundSubject } from "./facts.ts";
import { copyIn, notCopied, saveMailOf } from "./message-mail.ts";
import {
  addEvents,
  beginAct,
  bodyOf,
  lockAny,
  messageOf,
  type Outcome,
  type Work,
  withChanges,
} from "./work.ts";

/** A customer's mail becomes a message on a ticket, a follow-up, or a new ticket. */

export async function addMessage(
  work: Work,
  { ticketId, joins, isOther, isQuiet }: Extract<Decision, { kind: "message" }>,
): Promise<Outcome> {
  const { tx, row, read, facts, at, now } = work;
  const author = await findAuthor(work, null);
  const people = await tx
    .selectFrom("tickets")
    .select(["assignee_id", "status", "spam_at"])
    .where("id", "=", ticketId)
    .executeTakeFirst();
  await lockPeople(tx, people?.assignee_id ? [author.id, people.assignee_id] : [author.id]);
  const ticket = await lockAny(tx, ticketId);
  // It was closed or deleted since the decision.
  if (!ticket) return await openNew(work, { kind: "ticket", names: null, relatedTo: null });
  if (ticket.state.status === "closed") return await followUp(work, ticketId);
  const address = facts.sender?.address ?? "";
  const copied = await copyIn(work, ticketId, joins ? [facts.sender] : []);
  const changes: TicketChange[] = [
    ...(joins ? [{ kind: "mail" as const, about: "joined" as const, address }] : []),
    ...(isOther
      ? [
          {
            kind: "mail" as const,
            about: "other-subject" as const,
            subject: inboundSubject(read.mail),
          },
        ]
      : []),
    ...notCopied(copied),
    ...(isQuiet === "begins" ? [{ kind: "mail" as const, about: "not-reopened" as const }] : []),
  ];
  const planMessage = isQuiet ? planQuietMessage : planCustomerMessage;
  const written = planMessage(ticket.state, instantOf(at));
  const plan = withChanges(await unassignIfAccessLost(tx, written), changes);
  const actId = await beginAct(work, author);
  const where = { ticketId, actId, requestId: row.id, actor: author, at: plan.at };
  const message = await insertMessage(tx, where, messageOf(read));
  await saveTicket(tx, ticket, {
    actId,
    actorId: author.id,
    plan,
    made: { ticketId, messageId: message.id },
    message: { id: message.id, type: "message.published" },
  });
  await saveMailOf(work, { ticketId, messageId: message.id, authorId: author.id });
  if (!row.is_backlog && !people?.spam_at && !isQuiet) {
    const news = { kind: "customer-wrote", ticketId, messageId: message.id } as const;
    await spreadNews(tx, author, [news], now);
  }
  return { state: "message", reason: null, ticket_id: ticketId, message_id: message.id };
}

export async function followUp(work: Work, ticketId: string): Promise<Outcome> {
  const { tx, row, read, facts, at } = work;
  const author = await findAuthor(work, null);
  await tx
    .selectFrom("companies")
    .select("id")
    .where("id", "in", (query) =>
      query.selectFrom("tickets").select("company_id").where("id", "=", ticketId),
    )
    .forShare()
    .execute();
  const closed = await lockAny(tx, ticketId);
  if (!closed) return await openNew(work, { kind: "ticket", names: null, relatedTo: null });
  const before = await tx
    .selectFrom("tickets")
    .select("mailbox_id")
    .where("id", "=", ticketId)
    .executeTakeFirst();
  const actId = await beginAct(work, author);
  const made = await openFollowUp(
    tx,
    { actor: author, now: at, credential: null },
    {
      actId,
      closed,
      input: { requestId: row.id, body: bodyOf(read), fileIds: [] },
      from: {
        channel: "email",
        mailboxId: before?.mailbox_id ?? facts.ticketMailbox.id,
        format: "html",
        notifies: await notifiesOf(work),
      },
    },
  );
  const place = { ticketId: made.ticketId, messageId: made.messageId ?? "", authorId: author.id };
  await tx
    .insertInto("ticket_people")
    .columns(["ticket_id", "address", "name"])
    .expression((query) =>
      query
        .selectFrom("ticket_people")
        .select([sql<string>`${made.ticketId}::uuid`.as("ticket_id"), "address", "name"])
        .where("ticket_id", "=", ticketId)
        .where("address", "is not", null),
    )
    .execute();
  await copyIn(work, made.ticketId, []);
  await saveMailOf(work, place);
  return outcomeOf(place);
}

export async function openNew(
  work: Work,
  { names, relatedTo }: Extract<Decision, { kind: "ticket" }>,
): Promise<Outcome> {
  const { tx, row, read, facts, at } = work;
  const { ticketMailbox: mailbox } = facts;
  const company = await chooseCompany(work);
  const author = await findAuthor(work, company.joins ? company.id : null);
  await lockPeople(tx, [author.id]);
  const teamId =
    mailbox.team_id && (await lockTeamIfExists(tx, mailbox.team_id)) ? mailbox.team_id : null;
  const planned = planOpening(
    {
      subject: cut(plainSubject(read.mail.subject), 300) || "(No subject)",
      requesterId: author.id,
      companyId: company.id,
      actorId: author.id,
      fields: teamId ? { teamId } : {},
      by: "customer",
    },
    instantOf(at),
  );
  const about: TicketChange[] =
    names === null ? [] : [{ kind: "mail", about: "names", number: names }];
  const [ticketId, messageId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const actId = await beginAct(work, author);
  const made = { ticketId, messageId };
  await openTicket(
    tx,
    { actor: author, now: at },
    {
      actId,
      requestId: row.id,
      channel: "email",
      mailboxId: mailbox.id,
      notifies: await notifiesOf(work),
      openedByStaff: false,
      plan: withChanges(planned, about),
      made,
      message: { ...messageOf(read), id: messageId },
    },
  );
  if (relatedTo) {
    const [first, second] = [ticketId, relatedTo].sort();
    const link = { ticketId: first ?? "", otherId: second ?? "", kind: "related" as const };
    await insertLink(tx, link, { createdBy: author.id, now: work.now });
  }
  const copied = await copyIn(work, ticketId, []);
  if (copied.left > 0) await addEvents(work, ticketId, notCopied(copied));
  const place = { ticketId, messageId, authorId: author.id };
  await saveMailOf(work, place);
  return outcomeOf(place);
}

function outcomeOf({ ticketId, messageId }: { ticketId: string; messageId: string }): Outcome {
  return { state: "ticket", reason: null, ticket_id: ticketId, message_id: messageId };
}

async function notifiesOf(work: Work): Promise<"all" | "all-but-requester" | "no-one"> {
  const { row, facts } = work;
  if (row.is_backlog) return "no-one";
  const isWelcomed = isAcknowledged({
    class: facts.class,
    address: facts.sender?.address ?? "",
    acknowledges: facts.ticketMailbox.acknowledges,
    isBacklog: row.is_backlog,
    recent: await countAcknowledgements(work),
  });
  return isWelcomed ? "all" : "all-but-requester";
}

/** Two programs that answer each other would otherwise never stop. */
async function countAcknowledgements({ tx, read, facts, now }: Work) {
  const subject = plainSubject(read.mail.subject);
  const { rows } = await sql<{ inDay: number; alikeInHour: number }>`
    select count(*)::int as "inDay",
      count(*) filter (where mail.created_at > ${now}::timestamptz - interval '1 hour'
        and lower(t.subject) = lower(${cut(subject, 300) || "(No subject)"}))::int as "alikeInHour"
    from outgoing_mails mail join tickets t on t.id = mail.ticket_id
    where mail.user_id = ${facts.person?.id ?? null}::uuid and mail.template = 'ticket-received'
      and mail.created_at > ${now}::timestamptz - interval '1 day'`.execute(tx);
  return rows[0] ?? { inDay: 0, alikeInHour: 0 };
}
