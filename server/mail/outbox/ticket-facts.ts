import { type RawBuilder, sql } from "kysely";
import { isStaff } from "../../../shared/access.ts";
import type { TicketTemplate } from "../../../shared/mails.ts";
import type { Actor } from "../../access/actor.ts";
import { isSeen, isShown, scopeOf } from "../../access/scope.ts";
import type { Db } from "../../db/database.ts";
import { filesOfMessages } from "../../files/attach.ts";
import {
  type MessageText,
  renderMessages,
  storedHtml,
  textOrHtml,
} from "../../markdown/message-html.ts";
import type { MailJob } from "./lease.ts";

/** What a mail about a ticket can say, as of the moment it is sent. */
export interface TicketFacts {
  ticketId: string;
  number: number;
  subject: string;
  /** The subject of the reader's last mail in this ticket. */
  answered: string | null;
  requester: string;
  company: string | null;
  hasTeam: boolean;
  /** The reader's part in the ticket. */
  reader: "requester" | "assignee" | "follower" | "copied" | "other";
  isSolved: boolean;
  /** Since it was last solved. */
  isRated: boolean;
  /** In their order; empty in a mail without messages. */
  messages: readonly MailedMessage[];
  /** In a mail to a customer. */
  card: CustomerCard | null;
}

export interface CustomerCard {
  /** The desk's colour; null for the default. */
  accent: string | null;
  /** The first name of the agent who wrote the newest message. */
  agent: string | null;
  /** The customer's message before those of the mail; in a confirmation, the one it confirms. */
  quoted: (Pick<MailedMessage, "author" | "at" | "text" | "html"> & { isReader: boolean }) | null;
}

interface MailedMessage {
  author: string;
  at: Date;
  /** As it was typed. */
  text: string;
  html: string;
  files: readonly { name: string }[];
}

interface ReadMessage extends MailedMessage {
  authorId: string;
  /** The author's first name, if they are staff. */
  agent: string | null;
}

interface TicketMailJob extends MailJob {
  template: TicketTemplate;
  /** Of all mails that go out as this one. */
  messageIds: readonly string[];
}

/** Within the reader's present scope. Returns the reason instead when there is nothing to send. */
export async function findTicketFacts(
  db: Db,
  { template, ticketId, messageId, messageIds }: TicketMailJob,
  reader: Actor,
  copied: string | null = null,
): Promise<TicketFacts | string> {
  if (forStaff.has(template) && !isStaff(reader)) return "The person is no longer staff.";
  // Someone in Bcc got this one message, and is no copied person.
  const isHidden = sql`exists (select from message_recipients hidden
    where hidden.message_id = m.id and hidden.kind = 'bcc' and hidden.address = ${copied}::text)`;
  const { rows } = await sql<Row>`
    select t.id as "ticketId", t.number::float8 as number, t.subject,
      btrim(requester.first_name || ' ' || requester.last_name) as requester,
      companies.name as company, (select accent from desk) as accent, t.team_id is not null as "hasTeam",
      t.requester_id as "requesterId", t.assignee_id as "assigneeId",
      t.status = 'resolved' as "isSolved",
      coalesce(t.rated_at >= t.last_resolved_at, false) as "isRated",
      exists (select from ticket_people person
        where person.ticket_id = t.id and (person.user_id = ${reader.id}::uuid
          or person.address = ${copied}::text)) or ${isHidden} as follows,
      t.assignee_id is null and exists (select from team_members member
        where member.team_id = t.team_id and member.user_id = ${reader.id}::uuid) as "isOfTeam",
      (select mail.subject from messages own join message_mails mail on mail.message_id = own.id
        where own.ticket_id = t.id
          and (own.author_id = ${reader.id}::uuid or mail.from_address = ${copied}::text)
        order by own.created_at desc, own.id desc limit 1) as answered,
      m.redacted_at is not null as redacted, ${isPublic} as "isPublic"
    from tickets t
      join users requester on requester.id = t.requester_id
      left join companies on companies.id = t.company_id
      left join messages m on m.id = ${messageId}::uuid
    where t.id = coalesce(
        (select shows.ticket_id from messages shows where shows.id = ${messageId}::uuid),
        ${ticketId}::uuid)
      and ${copied === null ? isSeen(scopeOf(reader)) : isShown({})}`.execute(db);
  const [row] = rows;
  if (!row) return "The person no longer has access to this ticket.";
  const unfit = reasonAgainst(template, row, reader);
  const isCopied = copied !== null;
  if (unfit) return unfit;
  const { number, subject, answered, requester, company, hasTeam, isSolved, isRated, accent } = row;
  const messages =
    row.isPublic && carriesMessages.has(template)
      ? await readMessages(db, row.ticketId, among(messageIds))
      : [];
  const card = isStaff(reader)
    ? null
    : {
        accent,
        agent: messages.at(-1)?.agent ?? null,
        quoted: await findQuoted(db, template, row, reader, messages, messageId),
      };
  return {
    ticketId: row.ticketId,
    number,
    subject,
    answered,
    requester,
    company,
    hasTeam,
    isSolved,
    isRated,
    reader: isCopied ? "copied" : relation(row, reader),
    messages: messages.map(({ author, at, text, html, files }) => ({
      author,
      at,
      text,
      html,
      files,
    })),
    card,
  };
}

interface Row {
  ticketId: string;
  number: number;
  subject: string;
  answered: string | null;
  requester: string;
  company: string | null;
  accent: string | null;
  hasTeam: boolean;
  isSolved: boolean;
  isRated: boolean;
  requesterId: string;
  assigneeId: string | null;
  follows: boolean;
  /** And the ticket is unassigned. */
  isOfTeam: boolean;
  redacted: boolean;
  isPublic: boolean;
}

/** Messages that a mail can carry: the text of notes and redacted messages is not read at all. */
const isPublic = sql<boolean>`
  (m.kind = 'public' and m.released_at is not null and m.redacted_at is null) is true`;

const forStaff: ReadonlySet<TicketTemplate> = new Set([
  "ticket-assigned",
  "ticket-team",
  "ticket-mentioned",
  "ticket-customer-wrote",
  "ticket-reopened",
  "ticket-rated",
]);

const carriesMessages: ReadonlySet<TicketTemplate> = new Set([
  "ticket-opened",
  "ticket-reply",
  "ticket-customer-wrote",
]);

function reasonAgainst(
  template: TicketTemplate,
  { isPublic, redacted, requesterId, assigneeId, follows, isOfTeam, isSolved }: Row,
  reader: Actor,
): string | null {
  if (template === "ticket-reply" && requesterId !== reader.id && !follows) {
    return "The person no longer follows this ticket.";
  }
  if (template === "ticket-assigned" && assigneeId !== reader.id) {
    return "The ticket is no longer assigned to this person.";
  }
  if (template === "ticket-team" && !isOfTeam) {
    return "The ticket is no longer waiting for a team of this person.";
  }
  if (template === "ticket-mentioned" && redacted) return "The message has been redacted.";
  if (template === "ticket-reopened" && isSolved) return "The ticket has been solved again.";
  if (!carriesMessages.has(template) || isPublic) return null;
  if (redacted) return "The message has been redacted.";
  // A ticket opened with a note, as after a call, is announced without the note.
  return template === "ticket-opened" ? null : "The message is not public.";
}

function relation({ requesterId, assigneeId, follows, isOfTeam }: Row, reader: Actor) {
  if (requesterId === reader.id) return "requester";
  if (assigneeId === reader.id) return "assignee";
  return follows && !isOfTeam ? "follower" : "other";
}

/** The messages among these without notes and redacted ones, in their order. */
async function readMessages(
  db: Db,
  ticketId: string,
  which: RawBuilder<unknown>,
): Promise<ReadMessage[]> {
  const { rows } = await sql<
    Omit<ReadMessage, "html" | "files"> & MessageText & { format: "markdown" | "html" }
  >`
    select m.id, btrim(author.first_name || ' ' || author.last_name) as author,
      author.id as "authorId",
      case when author.role <> 'Customer' then author.first_name end as agent,
      m.released_at as at, m.body as text, m.format, ${textOrHtml}
    from messages m ${storedHtml}
      join users author on author.id = m.author_id
    where m.id in (${which}) and m.ticket_id = ${ticketId}::uuid and ${isPublic}
    order by m.released_at, m.id`.execute(db);
  const html = await renderMessages(db, rows);
  const files = await filesOfMessages(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, author, authorId, agent, at, text, format }) => ({
    author,
    authorId,
    agent,
    at,
    text,
    html: format === "html" ? withoutMailStyles(html.get(id) ?? "") : (html.get(id) ?? ""),
    files: files.get(id) ?? [],
  }));
}

/** HTML of a received mail gets our styles, and no images: they are in the ticket. */
function withoutMailStyles(html: string): string {
  return html
    .replace(/<img[^<>]*>/g, "")
    .replace(/(<[^<>]*?) data-style="[^"]*"/g, "$1")
    .replace(/(<span[^<>]*?) data-image="[^"]*"/g, "$1");
}

function among(messageIds: readonly string[]): RawBuilder<unknown> {
  return sql`select unnest(${[...messageIds]}::uuid[])`;
}

async function findQuoted(
  db: Db,
  template: TicketTemplate,
  { ticketId, isPublic: isMessagePublic }: Row,
  reader: Actor,
  [first]: readonly MailedMessage[],
  messageId: string | null,
): Promise<CustomerCard["quoted"]> {
  const confirmed = template === "ticket-received" && isMessagePublic ? messageId : null;
  if (!confirmed && !first) return null;
  const which = confirmed
    ? among([confirmed])
    : sql`select m.id from messages m join users author on author.id = m.author_id
        where m.ticket_id = ${ticketId}::uuid and ${isPublic} and author.role = 'Customer'
          and m.released_at < ${first?.at}::timestamptz
        order by m.released_at desc, m.id desc limit 1`;
  const [found] = await readMessages(db, ticketId, which);
  if (!found) return null;
  const { author, authorId, at, text, html } = found;
  return { author, at, isReader: authorId === reader.id, ...quotedText(text, html) };
}

/** Longer ones are cut, and shown as they were typed. */
const longestQuote = 1000;

function quotedText(text: string, html: string): { text: string; html: string } {
  if (text.length <= longestQuote) return { text, html };
  const cut = `${text
    .slice(0, longestQuote)
    .replace(/\s+\S*$/, "")
    .toWellFormed()} …`;
  return { text: cut, html: `<p>${Bun.escapeHTML(cut).replaceAll("\n", "<br>")}</p>` };
}
