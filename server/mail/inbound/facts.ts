import { type Selectable, sql } from "kysely";
import {
  classifyMail,
  hasSpamMarks,
  type MailAddress,
  type MailClass,
  mailDomainOf,
  type Situation,
  senderOf,
  type Verdict,
} from "../../../shared/inbound-mail.ts";
import { provesSender, verdictOf } from "../../../shared/mail-authentication.ts";
import { threadHints } from "../../../shared/mail-thread.ts";
import type { Tx } from "../../db/database.ts";
import type { Mailboxes } from "../../db/schema.ts";
import { markHeader, readMailSigning } from "../outbox/signing.ts";
import { findReturned, type ReturnedMail } from "./bounces.ts";
import { findCandidate } from "./find-ticket.ts";
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
