import { sql } from "kysely";
import { isUnreadAddress, mailLimits } from "../../../shared/inbound-mail.ts";
import type { TicketChange } from "../../../shared/tickets/state.ts";
import type { Tx } from "../../db/database.ts";
import { cut, type MailFacts } from "./facts.ts";
import { contentOfPart, type ReadMail } from "./original.ts";
import type { Work } from "./work.ts";

/** What a message that came by mail has besides its text: people, HTML, files, recipients and ids. */

/** To and Cc become copied people, except those who have a part in the ticket or read our mailboxes. */
export async function copyIn(
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

export function notCopied({ left }: { left: number }): TicketChange[] {
  return left === 0 ? [] : [{ kind: "mail", about: "not-copied", count: left }];
}

interface Place {
  ticketId: string;
  messageId: string;
  authorId: string;
}

/** What the message shows besides its text: its HTML, files, recipients and ids. */
export async function saveMailOf(
  work: Work,
  { ticketId, messageId, authorId }: Place,
): Promise<void> {
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
      is_signed: mail.isSigned,
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
