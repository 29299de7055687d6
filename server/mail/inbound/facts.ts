import { type Selectable, sql } from "kysely";
import {
  type Candidate,
  classifyMail,
  hasSpamMarks,
  isSameSubject,
  type MailAddress,
  type MailClass,
  mailDomainOf,
  provesSender,
  type Situation,
  type Strength,
  senderOf,
  type ThreadHints,
  threadHints,
  type Verdict,
  verdictOf,
} from "../../../shared/inbound-mail.ts";
import { isFreeMail } from "../../../shared/mail-domains.ts";
import { findShownTicket } from "../../access/merged-into.ts";
import type { Tx } from "../../db/database.ts";
import type { Mailboxes } from "../../db/schema.ts";
import { type MailSigning, markHeader, readMailSigning } from "../outbox/signing.ts";
import { findReturned, type ReturnedMail } from "./bounces.ts";
import type { ParsedMail } from "./parse/parsed-mail.ts";
import { findPerson, gatherStaffFacts, type MailPerson } from "./staff-facts.ts";

/** Everything that the decision and its execution need to know. */
export interface MailFacts {
  /** It received the mail. */
  mailbox: Selectable<Mailboxes>;
  /** A new ticket belongs to it: the first that the mail is addressed to. */
  ticketMailbox: Selectable<Mailboxes>;
  /** All addresses of mailboxes. */
  addresses: ReadonlySet<string>;
  class: MailClass;
  verdict: Verdict;
  sender: MailAddress | null;
  person: MailPerson | null;
  situation: Situation;
  fingerprint: Buffer;
  /** Of a duplicate: the earlier mail. */
  earlier: { id: string; mailboxId: string; ticketId: string | null } | null;
  /** Of a bounce: our mails that came back. */
  returned: readonly ReturnedMail[];
}

interface Known {
  id: string;
  mailboxId: string;
  source: "imap" | "webhook" | "command";
  now: Date;
}

/**
 * Mails of one sender are decided one after another: two copies at the same moment, or the first two mails
 * of a new person, would not see each other.
 */
export async function lockSender(tx: Tx, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inbound ${address}`}, 0))`.execute(tx);
}

export async function gatherFacts(tx: Tx, mail: ParsedMail, known: Known): Promise<MailFacts> {
  const mailbox = await readMailbox(tx, known.mailboxId);
  const own = await ownAddresses(tx);
  const addresses = new Set(own.keys());
  const addressed = mailbox.always_own_ticket ? mailbox.id : addressedMailbox(mail, own);
  const isOwn = addressed === undefined || addressed === mailbox.id;
  const ticketMailbox = isOwn ? mailbox : await readMailbox(tx, addressed);
  const sender = senderOf(mail, mailbox.forms_write_here);
  if (sender) await lockSender(tx, sender.address);
  const signing = await readMailSigning(tx);
  const isMark = (name: string) => name === markHeader.toLowerCase();
  const kind = classifyMail(mail, {
    addresses,
    formsWriteHere: mailbox.forms_write_here,
    hasOwnMark: mail.headers.some(({ name, value }) => isMark(name) && signing.isOwnMark(value)),
  });
  const domain = sender ? mailDomainOf(sender.address) : "";
  const verdict = verdictOf(mail.headers, mailbox.authserv_id, domain, mail.signedBy);
  const person = sender && (await findPerson(tx, sender.address));
  const fingerprint = fingerprintOf(mail);
  const earlier = await findEarlier(tx, fingerprint, known.id);
  const hints = threadHints(mail, addresses);
  const candidate =
    sender && (await findCandidate(tx, mail, hints, { sender, person, signing, now: known.now }));
  const isStaff = person !== null && person.role !== "Customer";
  const staff = isStaff
    ? await gatherStaffFacts(tx, mail, {
        person,
        hints,
        signing,
        addresses,
        isProven: provesSender(mail.headers, mailbox.authserv_id, domain),
        isAnswer: candidate !== null && candidate.strength !== "weak",
      })
    : null;
  const returned =
    kind === "bounce" && mail.bounce ? await findReturned(tx, mail.bounce, known.now) : [];
  const patterns = [sender?.address ?? "", `*@${domain}`];
  const situation: Situation = {
    class: kind,
    verdict,
    sender: sender && {
      isStaff,
      isKnown: person !== null,
      isDisabled: person?.state === "disabled",
      domain,
    },
    staff,
    isBlocked: await matches(tx, "blocked_senders", patterns),
    isAllowed: await matches(tx, "allowed_senders", patterns),
    isSpam: hasSpamMarks(mail.headers),
    duplicate: !earlier ? "none" : earlier.mailboxId === mailbox.id ? "here" : "elsewhere",
    candidate,
    returnedTicketId: returned.find(({ ticketId }) => ticketId !== null)?.ticketId ?? null,
    mailbox: {
      accepts: mailbox.accepts,
      domains: mailbox.domains,
      alwaysOwnTicket: mailbox.always_own_ticket,
    },
    recent: await countRecent(tx, { ...known, address: sender?.address ?? "", mail }),
  };
  return {
    mailbox,
    ticketMailbox,
    addresses,
    class: kind,
    verdict,
    sender,
    person,
    situation,
    fingerprint,
    earlier,
    returned,
  };
}

async function readMailbox(tx: Tx, id: string): Promise<Selectable<Mailboxes>> {
  return await tx
    .selectFrom("mailboxes")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Each address with its mailbox. */
async function ownAddresses(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{ address: string; mailboxId: string }>`
    select address, id as "mailboxId" from mailboxes where removed_at is null
    union select alias.address, m.id from mailbox_aliases alias
      join mailboxes m on m.id = alias.mailbox_id where m.removed_at is null`.execute(tx);
  return new Map(rows.map(({ address, mailboxId }) => [address, mailboxId]));
}

/** By the first of our addresses in To, Cc, then Delivered-To. */
function addressedMailbox(
  { to, cc, headers }: ParsedMail,
  own: ReadonlyMap<string, string>,
): string | undefined {
  const delivered = headers.filter(({ name }) => name === "delivered-to");
  const all = [
    ...[...to, ...cc].map(({ address }) => address),
    ...delivered.map(({ value }) => value.replace(/[<>\s]/g, "")),
  ];
  return all
    .map((address) => address.toLowerCase())
    .map((address) => own.get(address) ?? own.get(address.replace(/\+[^@]*@/, "@")))
    .find((id) => id !== undefined);
}

async function matches(
  tx: Tx,
  table: "blocked_senders" | "allowed_senders",
  patterns: readonly string[],
): Promise<boolean> {
  const found = await tx
    .selectFrom(table)
    .select("pattern")
    .where("pattern", "in", [...patterns])
    .executeTakeFirst();
  return found !== undefined;
}

/** The same for each copy of a mail, whichever way it came. */
function fingerprintOf(mail: ParsedMail): Buffer {
  const words = [
    mail.messageId ?? "",
    mail.from.map(({ address }) => address.toLowerCase()).join(),
    mail.date ?? "",
    mail.subject,
    mail.text,
    mail.restText ?? "",
    ...mail.files.map(({ sha256 }) => sha256).sort(),
  ];
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(words)).digest() as Buffer;
}

async function findEarlier(tx: Tx, fingerprint: Buffer, id: string): Promise<MailFacts["earlier"]> {
  const found = await tx
    .selectFrom("inbound_mails")
    .select(["id", "mailbox_id as mailboxId", "ticket_id as ticketId"])
    .where("fingerprint", "=", fingerprint)
    .where("id", "<>", id)
    .where("state", "<>", "stored")
    .orderBy("id")
    .executeTakeFirst();
  return found ?? null;
}

interface Found {
  ticketId: string;
  strength: Strength;
}

/** The first match counts. Merges are followed, and moved messages lead to their present ticket. */
async function findCandidate(
  tx: Tx,
  mail: ParsedMail,
  hints: ThreadHints,
  by: { sender: MailAddress; person: MailPerson | null; signing: MailSigning; now: Date },
): Promise<Candidate | null> {
  const found =
    (await byToken(tx, hints.tokens)) ??
    (await byMailId(tx, hints.ids)) ??
    (await byOurIds(tx, hints.ours, by.signing)) ??
    (await bySharedId(tx, mail, hints.ids, by)) ??
    (await byNumber(tx, hints.number));
  if (!found) return null;
  const ticketId = await findShownTicket(tx, found.ticketId);
  return ticketId === null ? null : await describeCandidate(tx, mail, { ...found, ticketId }, by);
}

async function byToken(tx: Tx, tokens: readonly string[]): Promise<Found | null> {
  if (tokens.length === 0) return null;
  const found = await tx
    .selectFrom("mail_tokens")
    .select("ticket_id as ticketId")
    .where("token", "in", [...tokens])
    .executeTakeFirst();
  return found ? { ...found, strength: "signed" } : null;
}

async function byMailId(tx: Tx, ids: readonly string[]): Promise<Found | null> {
  if (ids.length === 0) return null;
  const { rows } = await sql<Found>`
    select coalesce(m.ticket_id, known.ticket_id) as "ticketId",
      case when known.signed then 'signed' else 'plain' end as strength
    from mail_ids known left join messages m on m.id = known.message_id
    where known.id = any(${[...ids]}::text[]) and known.kind <> 'referenced'
    order by array_position(${[...ids]}::text[], known.id), known.created_at desc limit 1`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Ids of our mails that are not stored, as after a backup was restored. */
async function byOurIds(
  tx: Tx,
  ours: ThreadHints["ours"],
  signing: MailSigning,
): Promise<Found | null> {
  for (const hint of ours) {
    const found =
      "messageId" in hint
        ? await tx
            .selectFrom("messages")
            .select("ticket_id as ticketId")
            .where("id", "=", hint.messageId)
            .executeTakeFirst()
        : await tx
            .selectFrom("tickets")
            .select("id as ticketId")
            .where("id", "=", hint.ticketId)
            .executeTakeFirst();
    const isSigned = "signedId" in hint && hint.signedId && signing.isSignedId(hint.signedId);
    if (found) return { ...found, strength: isSigned ? "signed" : "plain" };
  }
  return null;
}

/** An answer to a mail that we never saw, such as one between two copied people. */
async function bySharedId(
  tx: Tx,
  { messageId }: ParsedMail,
  ids: readonly string[],
  { sender, person, now }: { sender: MailAddress; person: MailPerson | null; now: Date },
): Promise<Found | null> {
  const all = messageId ? [...ids, messageId] : [...ids];
  if (all.length === 0) return null;
  const { rows } = await sql<Found>`
    select known.ticket_id as "ticketId", 'plain' as strength
    from mail_ids known
    where known.id = any(${all}::text[])
      and known.created_at > ${now}::timestamptz - interval '90 days'
      and exists (
        select from ticket_people part where part.ticket_id = known.ticket_id
          and (part.user_id = ${person?.id ?? null}::uuid or part.address = ${sender.address}))
    order by known.created_at desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

async function byNumber(tx: Tx, number: number | null): Promise<Found | null> {
  if (number === null) return null;
  const found = await tx
    .selectFrom("tickets")
    .select("id as ticketId")
    .where("number", "=", number)
    .executeTakeFirst();
  return found ? { ...found, strength: "weak" } : null;
}

async function describeCandidate(
  tx: Tx,
  mail: ParsedMail,
  { ticketId, strength }: Found,
  { sender, person, now }: { sender: MailAddress; person: MailPerson | null; now: Date },
): Promise<Candidate> {
  const domain = mailDomainOf(sender.address);
  const { rows } = await sql<
    Omit<Candidate, "strength" | "hasSameSubject"> & { subjects: string[] }
  >`
    select t.id as "ticketId", t.number::float8 as number, t.status,
      t.spam_at is not null as "isSpam",
      exists (
        select from ticket_people part where part.ticket_id = t.id
          and (part.user_id = ${person?.id ?? null}::uuid or part.address = ${sender.address})
      ) or exists (
        select from user_companies own
        where own.user_id = ${person?.id ?? null}::uuid and own.company_id = t.company_id
          and own.sees_all_tickets) as "isParticipant",
      ${!isFreeMail(domain)} and exists (
        select from company_domains d where d.company_id = t.company_id and d.domain = ${domain}
      ) as "isOfCompany",
      (select count(*)::int from ticket_events moved join acts on acts.id = moved.act_id
        where moved.ticket_id = t.id and moved.kind = 'status' and acts.kind = 'mail'
          and moved.data ->> 'to' = 'open'
          and moved.created_at > ${now}::timestamptz - interval '10 minutes') as reopenings,
      ${isQuiet} as "isQuiet",
      array(
        select t.subject union all
        select sent.subject from message_mails sent
          join messages m on m.id = sent.message_id where m.ticket_id = t.id) as subjects
    from tickets t where t.id = ${ticketId}::uuid`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A ticket was deleted");
  const { subjects, ...ticket } = row;
  return {
    ...ticket,
    strength,
    hasSameSubject: subjects.some((subject) => isSameSubject(subject, mail.subject)),
  };
}

/** Mail reopened the ticket `t` too often, and no agent has acted on it since. */
const isQuiet = sql<boolean>`coalesce((
  select not exists (
    select from ticket_events acted join users staff on staff.id = acted.actor_id
    where acted.ticket_id = t.id and acted.created_at > quiet.since and staff.role <> 'Customer'
  ) and not exists (
    select from messages written join users staff on staff.id = written.author_id
    where written.ticket_id = t.id and written.created_at > quiet.since
      and staff.role <> 'Customer')
  from (
    select max(created_at) as since from ticket_events
    where ticket_id = t.id and kind = 'mail' and data ->> 'about' = 'not-reopened'
  ) quiet where quiet.since is not null), false)`;

/** Counted in the database, so it is the same on every server. */
async function countRecent(
  tx: Tx,
  {
    id,
    mailboxId,
    address,
    mail,
    now,
  }: { id: string; mailboxId: string; address: string; mail: ParsedMail; now: Date },
): Promise<Situation["recent"]> {
  const since = (interval: string) => sql`${now}::timestamptz - ${interval}::interval`;
  const { rows } = await sql<Situation["recent"]>`
    select
      count(*) filter (where state = 'ticket' and decided_at > ${since("1 hour")})::int
        as "ticketsInHour",
      count(*) filter (where state = 'ticket')::int as "ticketsInDay",
      count(*) filter (where state <> 'stored' and decided_at > ${since("10 minutes")}
        and subject = ${inboundSubject(mail)} and preview = ${inboundPreview(mail)})::int as "alikeInTenMinutes",
      (select count(distinct m.sender)::int from inbound_mails m
        join users u on lower(u.email) = m.sender
        where m.mailbox_id = ${mailboxId}::uuid and m.stored_at > ${since("1 hour")}
          and u.created_at > ${since("1 hour")}) as "peopleInHour"
    from inbound_mails
    where sender = ${address} and id <> ${id}::uuid and not is_backlog
      and stored_at > ${since("2 days")} and decided_at > ${since("1 day")}`.execute(tx);
  const [recent] = rows;
  if (!recent) throw new Error("An aggregate always has a row");
  return recent;
}

export function inboundSubject({ subject }: ParsedMail): string {
  return cut(subject, 300);
}

export function inboundPreview({ text }: ParsedMail): string {
  return cut(text.replace(/\s+/g, " ").trim(), 500);
}

/** Not in the middle of a character. */
export function cut(text: string, length: number): string {
  const short = [...text.slice(0, 2 * length)].slice(0, length).join("");
  return short.isWellFormed() ? short : short.toWellFormed();
}
