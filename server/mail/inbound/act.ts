import type { Selectable } from "kysely";
import { sql } from "kysely";
import {
  type Decision,
  decideMail,
  type HeldReason,
  isAcknowledged,
  isUnreadAddress,
  mailDomainOf,
  mailLimits,
  plainSubject,
} from "../../../shared/inbound-mail.ts";
import { isFreeMail } from "../../../shared/mail-domains.ts";
import { planOpening } from "../../../shared/tickets/create.ts";
import { planCustomerMessage, planQuietMessage } from "../../../shared/tickets/reply.ts";
import { instantOf, type TicketChange, type TicketPlan } from "../../../shared/tickets/state.ts";
import { beginTransition, finishTransition } from "../../../shared/tickets/transition.ts";
import type { Actor } from "../../access/actor.ts";
import { readActor } from "../../access/read-actor.ts";
import { givingWay } from "../../access/transact.ts";
import type { Db, Tx } from "../../db/database.ts";
import type { InboundMails } from "../../db/schema.ts";
import { recordLiveEvent } from "../../events/live-events.ts";
import { notifyOfFlood } from "../../notifications/mailbox-news.ts";
import { spreadNews } from "../../notifications/news.ts";
import { openFollowUp, openTicket } from "../../tickets/create.ts";
import { insertLink } from "../../tickets/links.ts";
import { lockPeople, readLockedTickets } from "../../tickets/lock.ts";
import { insertMessage } from "../../tickets/messages.ts";
import { lockTeamIfExists } from "../../tickets/places.ts";
import { unassignIfAccessLost } from "../../tickets/transaction.ts";
import { saveTicket } from "../../tickets/write.ts";
import { insertMailAuthor } from "../../users/create-user.ts";
import { endStop } from "../outbox/undeliverable.ts";
import { recordReturned } from "./bounces.ts";
import { cut, gatherFacts, inboundPreview, inboundSubject, type MailFacts } from "./facts.ts";
import { contentOfPart, type ReadMail } from "./original.ts";

type InboundMail = Selectable<InboundMails>;

/** What became of a mail. */
export type Outcome = Pick<InboundMail, "state" | "reason" | "ticket_id" | "message_id">;

interface Work {
  tx: Tx;
  row: InboundMail;
  read: ReadMail;
  facts: MailFacts;
  /** The time of what happens: of old mail, the time it was sent. */
  at: Date;
  now: Date;
}

/**
 * Turns a read mail into a ticket, a message or a held mail, in one transaction. Null if another server did
 * it before. The mail's id is the id of the request, so nothing is written twice.
 */
export async function actOnMail(
  { db, now }: { db: Db; now: Date },
  id: string,
  read: ReadMail,
): Promise<Outcome | null> {
  return await givingWay(() =>
    db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom("inbound_mails")
        .selectAll()
        .where("id", "=", id)
        .where("state", "=", "stored")
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      const mail = { ...read.mail, envelopeTo: row.envelope_to };
      const known = { id, mailboxId: row.mailbox_id, source: row.source, now };
      const facts = await gatherFacts(tx, mail, known);
      const sent = mail.sentAt === null ? row.received_at : new Date(mail.sentAt);
      const at = row.is_backlog && sent < now ? sent : now;
      const work = { tx, row, read: { ...read, mail }, facts, at, now };
      const outcome = await carryOut(work, decisionFor(row, facts));
      // An address that writes exists.
      if (facts.sender && provesAddress(facts)) await endStop(tx, facts.sender.address);
      await saveOutcome(work, outcome);
      return outcome;
    }),
  );
}

function provesAddress({ class: kind, verdict }: MailFacts): boolean {
  return kind !== "own" && kind !== "bounce" && verdict !== "fail";
}

/** What a person chose for a held mail outranks the rules. */
function decisionFor({ wanted, wanted_ticket_id }: InboundMail, facts: MailFacts): Decision {
  const canWrite = facts.situation.sender && !facts.situation.sender.isStaff;
  if (wanted === "ticket" && canWrite) return { kind: "ticket", names: null, relatedTo: null };
  if (wanted === "message" && wanted_ticket_id && canWrite) {
    const ticketId = wanted_ticket_id;
    return { kind: "message", ticketId, joins: true, isOther: false, isQuiet: false };
  }
  return decideMail(facts.situation);
}

async function carryOut(work: Work, decision: Decision): Promise<Outcome> {
  switch (decision.kind) {
    case "held":
      return await hold(work, decision.reason, decision.ticketId);
    case "message":
      return await addMessage(work, decision);
    case "follow-up":
      return await followUp(work, decision.ticketId);
    case "ticket":
      return await openNew(work, decision);
  }
}

async function hold(work: Work, reason: HeldReason, ticketId: string | null): Promise<Outcome> {
  const { earlier, mailbox, situation } = work.facts;
  const isSentElsewhere = reason === "duplicate" && situation.duplicate === "elsewhere";
  if (isSentElsewhere && earlier?.ticketId) {
    await addEvents(work, earlier.ticketId, [
      { kind: "mail", about: "also-sent", address: mailbox.address },
    ]);
  }
  if (reason === "bounce") await recordReturned(work.tx, work.facts.returned, work.now);
  if (reason === "flood") await notifyOfFlood(work.tx, mailbox.id, work.now);
  if (ticketId) await showOnTicket(work, ticketId);
  const at = reason === "duplicate" ? (earlier?.ticketId ?? null) : ticketId;
  return { state: "held", reason, ticket_id: at, message_id: null };
}

/** Open pages of staff show the held mail; nothing of the ticket changes. */
async function showOnTicket({ tx }: Work, ticketId: string): Promise<void> {
  const ticket = await tx
    .selectFrom("tickets")
    .select(["number", "company_id"])
    .where("id", "=", ticketId)
    .executeTakeFirst();
  if (!ticket) return;
  await recordLiveEvent(tx, {
    topic: "ticket",
    subjectId: ticketId,
    number: ticket.number,
    version: null,
    audience: "staff",
    companyIds: ticket.company_id === null ? [] : [ticket.company_id],
    peopleIds: [],
  });
}

/** Events for staff, without any other change. */
async function addEvents(
  { tx, now }: Work,
  ticketId: string,
  changes: readonly TicketChange[],
): Promise<void> {
  const ticket = await lockAny(tx, ticketId);
  if (!ticket) return;
  const plan = finishTransition(beginTransition(ticket.state, instantOf(now)), { touched: true });
  const acting = { actId: Bun.randomUUIDv7(), actorId: null };
  await saveTicket(tx, ticket, { ...acting, plan: { ...plan, changes: [...changes] } });
}

/** Spam too: a message is added to it, and stays hidden. */
async function lockAny(tx: Tx, ticketId: string) {
  await sql`select from tickets where id = ${ticketId}::uuid for no key update`.execute(tx);
  const [ticket] = await readLockedTickets(tx, [ticketId]);
  return ticket;
}

async function addMessage(
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

async function followUp(work: Work, ticketId: string): Promise<Outcome> {
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
        mailboxId: facts.mailbox.id,
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

async function openNew(
  work: Work,
  { names, relatedTo }: Extract<Decision, { kind: "ticket" }>,
): Promise<Outcome> {
  const { tx, row, read, facts, at } = work;
  const { mailbox } = facts;
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
    acknowledges: facts.mailbox.acknowledges,
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

function withChanges(plan: TicketPlan, changes: readonly TicketChange[]): TicketPlan {
  return changes.length === 0 ? plan : { ...plan, changes: [...plan.changes, ...changes] };
}

function messageOf(read: ReadMail) {
  return { kind: "public" as const, body: bodyOf(read), format: "html" as const };
}

function bodyOf({ mail }: ReadMail): string {
  return cut(mail.text, 100_000);
}

/** The author becomes a user with their first accepted mail. */
async function findAuthor({ tx, row, facts, now }: Work, companyId: string | null): Promise<Actor> {
  const { person, sender } = facts;
  if (!sender) throw new Error("A mail without a sender has no author");
  const id =
    person?.id ??
    (await insertMailAuthor(
      tx,
      { now, requestId: row.id },
      { ...nameOf(sender), email: sender.address, companyId },
    ));
  if (person && companyId !== null) {
    await tx
      .insertInto("user_companies")
      .values({ user_id: id, company_id: companyId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return await readActor(tx, { id, role: "Customer", company_scope: null });
}

/** `Ana Ruiz`, `Ruiz, Ana`, or the address where there is no name. */
function nameOf({ name, address }: { name: string; address: string }) {
  const [, last = "", first = ""] = /^([^,]+),\s*([^,]+)$/.exec(name) ?? [];
  const whole = first === "" ? name : `${first} ${last}`;
  const words = whole.replaceAll("@", " ").trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) words.push(address.slice(0, address.lastIndexOf("@")));
  const [firstName = "", ...others] = words;
  return { firstName: cut(firstName, 80), lastName: cut(others.join(" "), 80) };
}

/** The company of a new ticket, and whether its author joins it. */
async function chooseCompany({ tx, facts }: Work): Promise<{ id: string | null; joins: boolean }> {
  const { person, mailbox, sender, verdict } = facts;
  const own = person === null ? [] : await companiesOf(tx, person.id);
  const [only, ...more] = own;
  if (only && more.length === 0) return { id: only, joins: false };
  if (mailbox.company_id && own.includes(mailbox.company_id)) {
    return { id: mailbox.company_id, joins: false };
  }
  if (person && only) {
    const newest = await tx
      .selectFrom("tickets")
      .select("company_id")
      .where("requester_id", "=", person.id)
      .where("company_id", "in", own)
      .orderBy("created_at", "desc")
      .executeTakeFirst();
    return { id: newest?.company_id ?? only, joins: false };
  }
  const domain = mailDomainOf(sender?.address ?? "");
  const isProven = verdict === "pass" || mailbox.joins_without_verdict;
  const ofDomain = isProven && !isFreeMail(domain) ? await companyOfDomain(tx, domain) : null;
  if (ofDomain) return { id: ofDomain, joins: true };
  const ofMailbox = mailbox.company_id && (await lockActive(tx, mailbox.company_id));
  return { id: ofMailbox ? mailbox.company_id : null, joins: false };
}

async function companiesOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("companies")
    .innerJoin("user_companies", "user_companies.company_id", "companies.id")
    .select("companies.id")
    .where("user_id", "=", userId)
    .where("companies.state", "=", "active")
    .orderBy("companies.id")
    .forShare("companies")
    .execute();
  return rows.map(({ id }) => id);
}

async function companyOfDomain(tx: Tx, domain: string): Promise<string | null> {
  const found = await tx
    .selectFrom("companies")
    .innerJoin("company_domains", "company_domains.company_id", "companies.id")
    .select("companies.id")
    .where("domain", "=", domain)
    .where("companies.state", "=", "active")
    .forShare("companies")
    .executeTakeFirst();
  return found?.id ?? null;
}

async function lockActive(tx: Tx, companyId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("companies")
    .select("state")
    .where("id", "=", companyId)
    .forShare()
    .executeTakeFirst();
  return found?.state === "active";
}

async function beginAct({ tx, row, now }: Work, { id: actorId }: Actor): Promise<string> {
  const id = Bun.randomUUIDv7();
  await tx
    .insertInto("acts")
    .values({
      id,
      actor_id: actorId,
      request_id: row.id,
      kind: "mail",
      input_hash: row.raw_hash,
      made: {},
      created_at: now,
    })
    .execute();
  return id;
}

/** To and Cc become copied people, except those who have a part in the ticket or read our mailboxes. */
async function copyIn(
  { tx, read, facts }: Work,
  ticketId: string,
  joining: readonly (MailFacts["sender"] | null)[],
): Promise<{ left: number }> {
  const named = new Map(
    [...joining.filter((person) => person !== null), ...read.mail.to, ...read.mail.cc].map(
      ({ address, name }) => [address.toLowerCase(), name],
    ),
  );
  if (joining.length === 0) named.delete(facts.sender?.address ?? "");
  const addresses = [...named.keys()].filter(
    (address) => !isOurs(address, facts.addresses) && !isUnreadAddress(address) && isWhole(address),
  );
  if (addresses.length === 0) return { left: 0 };
  const taken = await tx
    .selectFrom("users")
    .leftJoin("ticket_people", (on) =>
      on
        .onRef("ticket_people.user_id", "=", "users.id")
        .on("ticket_people.ticket_id", "=", ticketId),
    )
    .select(sql<string>`lower(users.email)`.as("address"))
    .where(sql<boolean>`lower(users.email) = any(${addresses}::text[])`)
    .where((is) =>
      is.or([is("users.role", "<>", "Customer"), is("ticket_people.user_id", "is not", null)]),
    )
    .execute();
  const without = new Set(taken.map(({ address }) => address));
  const wanted = addresses.filter((address) => !without.has(address));
  const { count } = await tx
    .selectFrom("ticket_people")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("ticket_id", "=", ticketId)
    .where("address", "is not", null)
    .executeTakeFirstOrThrow();
  const room = Math.max(
    0,
    Math.min(mailLimits.copiedByMail, mailLimits.copiedOnTicket - Number(count)),
  );
  const chosen = wanted.slice(0, room);
  if (chosen.length > 0) {
    await tx
      .insertInto("ticket_people")
      .values(
        chosen.map((address) => ({
          ticket_id: ticketId,
          address,
          name: cut(named.get(address) ?? "", 300),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { left: wanted.length - chosen.length };
}

function isOurs(address: string, ours: ReadonlySet<string>): boolean {
  return ours.has(address.replace(/\+[^@]*@/, "@")) || ours.has(address);
}

function isWhole(address: string): boolean {
  return address.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(address);
}

function notCopied({ left }: { left: number }): TicketChange[] {
  return left === 0 ? [] : [{ kind: "mail", about: "not-copied", count: left }];
}

interface Place {
  ticketId: string;
  messageId: string;
  authorId: string;
}

/** What the message shows besides its text: its HTML, files, recipients and ids. */
async function saveMailOf(work: Work, { ticketId, messageId, authorId }: Place): Promise<void> {
  const { tx, row, read, facts, now } = work;
  const { mail } = read;
  const shown = await saveFiles(work, messageId, authorId);
  const sentAt = mail.sentAt === null ? null : new Date(mail.sentAt);
  const isNear = sentAt !== null && Math.abs(sentAt.getTime() - row.received_at.getTime()) <= dayMs;
  await tx
    .insertInto("message_mails")
    .values({
      message_id: messageId,
      inbound_mail_id: row.id,
      from_name: cut(facts.sender?.name ?? "", 300),
      from_address: facts.sender?.address ?? "",
      subject: cut(mail.subject, 998),
      sent_at: isNear || row.is_backlog ? sentAt : null,
      html: withFiles(mail.html, shown),
      rest_html: mail.restHtml === null ? null : withFiles(mail.restHtml, shown),
      rest_text: mail.restText === null ? null : cut(mail.restText, 100_000),
      remote_images: mail.remoteImages,
      calendar: mail.calendar,
    })
    .execute();
  await saveRecipients(tx, messageId, mail);
  await saveIds(tx, { ticketId, messageId, now }, mail);
}

const dayMs = 24 * 60 * 60_000;

/** Returns where the HTML finds each of its images. */
async function saveFiles(
  { tx, row, read, now }: Work,
  messageId: string,
  authorId: string,
): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  const files = { message_id: messageId, uploader_id: authorId, created_at: now };
  for (const [position, part] of read.parts.entries()) {
    const contentId = await contentOfPart(tx, part, now);
    if (contentId === null) throw new Error("A file of a mail was removed before it was used");
    const id = Bun.randomUUIDv7();
    const { name, type, size, width, height } = part;
    await tx
      .insertInto("files")
      .values({
        ...files,
        id,
        content_id: contentId,
        name,
        type,
        size,
        width: height === null ? null : width,
        height: width === null ? null : height,
        position,
        is_inline: part.contentId !== null,
      })
      .execute();
    if (part.contentId !== null) shown.set(part.contentId, id);
  }
  // The files table takes what a person can upload; a longer original has its own download.
  if (read.isUnread && row.content_id && row.raw_size <= 25 * 1024 * 1024) {
    await tx
      .insertInto("files")
      .values({
        ...files,
        id: Bun.randomUUIDv7(),
        content_id: row.content_id,
        name: "mail.eml",
        type: "application/octet-stream",
        size: row.raw_size,
      })
      .execute();
  }
  return shown;
}

function withFiles(html: string, shown: ReadonlyMap<string, string>): string {
  return html.replace(/<img[^<>]* src="cid:([^"]*)"[^<>]*>/g, (image, contentId: string) => {
    const id = shown.get(contentId.replaceAll("&amp;", "&"));
    return id ? image.replace(`src="cid:${contentId}"`, `src="/node/files/${id}"`) : "";
  });
}

async function saveRecipients(tx: Tx, messageId: string, mail: ReadMail["mail"]): Promise<void> {
  const rows = (["to", "cc"] as const).flatMap((kind) =>
    mail[kind].map(({ address, name }) => ({
      message_id: messageId,
      kind,
      address: address.toLowerCase(),
      name: cut(name, 300),
    })),
  );
  if (rows.length === 0) return;
  await tx
    .insertInto("message_recipients")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Every id of the mail leads to its ticket from now on. */
async function saveIds(
  tx: Tx,
  { ticketId, messageId, now }: { ticketId: string; messageId: string; now: Date },
  { messageId: own, inReplyTo, references }: ReadMail["mail"],
): Promise<void> {
  const referenced = [...new Set([...inReplyTo, ...references])]
    .filter((id) => id !== own)
    .slice(-100);
  const rows = [
    ...(own === null ? [] : [{ id: own, message_id: messageId, kind: "received" as const }]),
    ...referenced.map((id) => ({ id, message_id: null, kind: "referenced" as const })),
  ];
  if (rows.length === 0) return;
  await tx
    .insertInto("mail_ids")
    .values(rows.map((row) => ({ ...row, ticket_id: ticketId, created_at: now })))
    .onConflict((conflict) =>
      conflict
        .columns(["id", "ticket_id"])
        .doUpdateSet({ kind: "received", message_id: messageId })
        .where("mail_ids.kind", "=", "referenced")
        .where("excluded.kind", "=", "received"),
    )
    .execute();
}

async function saveOutcome({ tx, row, read, facts, now }: Work, outcome: Outcome): Promise<void> {
  await tx
    .updateTable("inbound_mails")
    .set({
      ...outcome,
      fingerprint: facts.fingerprint,
      sender: facts.sender?.address ?? null,
      sender_name: cut(facts.sender?.name ?? "", 300),
      subject: inboundSubject(read.mail),
      preview: inboundPreview(read.mail),
      verdict: facts.verdict,
      wanted: null,
      wanted_ticket_id: null,
      decided_at: now,
    })
    .where("id", "=", row.id)
    .execute();
}
