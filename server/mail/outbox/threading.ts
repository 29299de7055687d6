import { sql } from "kysely";
import { isStaffMessage } from "../../access/scope.ts";
import type { Db } from "../../db/database.ts";
import { toBase32 } from "./signing.ts";
import type { MailParty, MailThread } from "./smtp.ts";

/** One reader of a ticket's mails: a user, or a copied person without one. */
type TicketReader = { userId: string } | { address: string };

/**
 * The address for answers of this reader, which leads to the ticket by itself: `support+token@acme.test`. Each reader
 * has one token a ticket.
 */
export async function findAnswerAddress(
  db: Db,
  { address, plusArrives }: { address: string; plusArrives: boolean | null },
  ticketId: string,
  reader: TicketReader,
): Promise<string> {
  if (plusArrives === false) return address;
  const token = (await readToken(db, ticketId, reader)) ?? (await makeToken(db, ticketId, reader));
  return address.replace(/@(?=[^@]*$)/, `+${token}@`);
}

async function readToken(db: Db, ticketId: string, reader: TicketReader): Promise<string | null> {
  const tokens = db.selectFrom("mail_tokens").select("token").where("ticket_id", "=", ticketId);
  const own =
    "userId" in reader
      ? tokens.where("user_id", "=", reader.userId)
      : tokens.where("address", "=", reader.address);
  const found = await own.executeTakeFirst();
  return found?.token ?? null;
}

async function makeToken(db: Db, ticketId: string, reader: TicketReader): Promise<string> {
  const token = toBase32(crypto.getRandomValues(new Uint8Array(10)));
  await db
    .insertInto("mail_tokens")
    .values({
      token,
      ticket_id: ticketId,
      user_id: "userId" in reader ? reader.userId : null,
      address: "address" in reader ? reader.address : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another server was faster.
  return (await readToken(db, ticketId, reader)) ?? token;
}

const idsNamed = 10;

/** What a mail program needs to show the mail below what its reader has of the ticket. */
export async function findThread(
  db: Db,
  { ticketId, id, host }: { ticketId: string; id: string; host: string },
  reader: TicketReader,
): Promise<MailThread> {
  const userId = "userId" in reader ? reader.userId : null;
  const address = "address" in reader ? reader.address : null;
  const { rows } = await sql<{ id: string; isFromReader: boolean }>`
    select id, "isFromReader" from (
      select known.id, m.created_at as at,
        coalesce(m.author_id = ${userId}::uuid or mail.from_address = ${address}::text, false)
          as "isFromReader"
      from mail_ids known join messages m on m.id = known.message_id
        left join message_mails mail on mail.message_id = m.id
      where m.ticket_id = ${ticketId}::uuid and known.kind = 'received'
        and m.kind = 'public' and m.released_at is not null
      union all
      -- Several messages can go out as one mail.
      select sent.message_id_header, max(sent.sent_at), false from outgoing_mails sent
      where sent.ticket_id = ${ticketId}::uuid and sent.message_id_header <> ${id}::text
        and (sent.user_id = ${userId}::uuid or sent.to_address = ${address}::text)
      group by sent.message_id_header
    ) known
    order by at desc, id desc limit ${sql.lit(idsNamed)}`.execute(db);
  const root = `<ticket.${ticketId}@${host}>`;
  const inReplyTo = rows.find(({ isFromReader }) => isFromReader)?.id ?? root;
  const earlier = rows.map((row) => row.id).toReversed();
  const references = [root, ...earlier.filter((one) => one !== inReplyTo)];
  return {
    root,
    inReplyTo,
    references: inReplyTo === root ? references : [...references, inReplyTo],
  };
}

/** The requester and the copied people, so that an answer to all reaches them. Null if the requester has no address. */
export async function findConversation(
  db: Db,
  ticketId: string,
  messageId: string | null,
): Promise<{ to: MailParty[]; cc: MailParty[] } | null> {
  const { rows } = await sql<{ to: MailParty; cc: MailParty[] }>`
    select json_build_object('name', btrim(asks.first_name || ' ' || asks.last_name),
        'address', asks.email) as to,
      coalesce((
        select json_agg(json_build_object('name', copied.name, 'address', copied.address)
          order by copied.address)
        from (
          select address, name from message_recipients
          where message_id = m.id and kind = 'cc' and ${isStaffMessage}
          union all
          select address, coalesce(name, '') from ticket_people
          where ticket_id = t.id and address is not null
            and not ${isStaffMessage}
        ) copied), '[]') as cc
    from tickets t join users asks on asks.id = t.requester_id
      left join messages m on m.id = ${messageId}::uuid
    where t.id = ${ticketId}::uuid and asks.email is not null`.execute(db);
  const [row] = rows;
  return row ? { to: [row.to], cc: row.cc } : null;
}

/** Before the mail leaves: an answer may arrive before the mail server's. */
export async function saveSentId(
  db: Db,
  { id, ticketId, messageId }: { id: string; ticketId: string; messageId: string | null },
  kind: "sent" | "relay",
  now: Date,
): Promise<void> {
  await db
    .insertInto("mail_ids")
    .values({
      id,
      ticket_id: ticketId,
      message_id: messageId,
      kind,
      signed: kind === "sent",
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
