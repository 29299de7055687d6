import { sql } from "kysely";
import {
  type Candidate,
  type MailAddress,
  mailDomainOf,
  type Strength,
} from "../../../shared/inbound-mail.ts";
import { isFreeMail } from "../../../shared/mail-domains.ts";
import { isSameSubject, type ThreadHints } from "../../../shared/mail-thread.ts";
import { findShownTicket } from "../../access/merged-into.ts";
import type { Tx } from "../../db/database.ts";
import type { MailSigning } from "../outbox/signing.ts";
import type { ParsedMail } from "./parse/parsed-mail.ts";
import type { MailPerson } from "./staff-facts.ts";

interface Found {
  ticketId: string;
  strength: Strength;
}

/** The first match counts. Merges are followed, and moved messages lead to their present ticket. */
export async function findCandidate(
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
