import { sql } from "kysely";
import { isStaff } from "../../../shared/access.ts";
import type { TicketTemplate } from "../../../shared/mails.ts";
import type { Actor } from "../../access/actor.ts";
import { isSeen, scopeOf } from "../../access/scope.ts";
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
  requester: string;
  company: string | null;
  hasTeam: boolean;
  /** The reader's part in the ticket. */
  reader: "requester" | "assignee" | "follower" | "other";
  isSolved: boolean;
  /** Since it was last solved. */
  isRated: boolean;
  /** In their order; empty in a mail without messages. */
  messages: readonly MailedMessage[];
}

interface MailedMessage {
  author: string;
  at: Date;
  /** As it was typed. */
  text: string;
  html: string;
  files: readonly { name: string }[];
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
): Promise<TicketFacts | string> {
  if (forStaff.has(template) && !isStaff(reader)) return "The person is no longer staff.";
  const { rows } = await sql<Row>`
    select t.id as "ticketId", t.number::float8 as number, t.subject,
      btrim(requester.first_name || ' ' || requester.last_name) as requester,
      companies.name as company, t.team_id is not null as "hasTeam",
      t.requester_id as "requesterId", t.assignee_id as "assigneeId",
      t.status = 'resolved' as "isSolved",
      coalesce(t.rated_at >= t.last_resolved_at, false) as "isRated",
      exists (select from ticket_people person
        where person.ticket_id = t.id and person.user_id = ${reader.id}::uuid) as follows,
      t.assignee_id is null and exists (select from team_members member
        where member.team_id = t.team_id and member.user_id = ${reader.id}::uuid) as "isOfTeam",
      m.redacted_at is not null as redacted, ${isPublic} as "isPublic"
    from tickets t
      join users requester on requester.id = t.requester_id
      left join companies on companies.id = t.company_id
      left join messages m on m.id = ${messageId}::uuid
    where t.id = coalesce(
        (select shows.ticket_id from messages shows where shows.id = ${messageId}::uuid),
        ${ticketId}::uuid)
      and ${isSeen(scopeOf(reader))}`.execute(db);
  const [row] = rows;
  if (!row) return "The person no longer has access to this ticket.";
  const unfit = reasonAgainst(template, row, reader);
  if (unfit) return unfit;
  const { number, subject, requester, company, hasTeam, isSolved, isRated } = row;
  return {
    ticketId: row.ticketId,
    number,
    subject,
    requester,
    company,
    hasTeam,
    isSolved,
    isRated,
    reader: relation(row, reader),
    messages: row.isPublic ? await readMessages(db, template, row.ticketId, messageIds) : [],
  };
}

interface Row {
  ticketId: string;
  number: number;
  subject: string;
  requester: string;
  company: string | null;
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

/** The messages without notes and redacted ones, in their order. */
async function readMessages(
  db: Db,
  template: TicketTemplate,
  ticketId: string,
  messageIds: readonly string[],
): Promise<MailedMessage[]> {
  if (!carriesMessages.has(template)) return [];
  const { rows } = await sql<
    Omit<MailedMessage, "html" | "files"> & MessageText & { format: "markdown" | "html" }
  >`
    select m.id, btrim(author.first_name || ' ' || author.last_name) as author, m.released_at as at,
      m.body as text, m.format, ${textOrHtml}
    from messages m ${storedHtml}
      join users author on author.id = m.author_id
    where m.id = any(${[...messageIds]}::uuid[]) and m.ticket_id = ${ticketId}::uuid and ${isPublic}
    order by m.released_at, m.id`.execute(db);
  const html = await renderMessages(db, rows);
  const files = await filesOfMessages(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, author, at, text, format }) => ({
    author,
    at,
    text,
    html: format === "html" ? withoutMailStyles(html.get(id) ?? "") : (html.get(id) ?? ""),
    files: files.get(id) ?? [],
  }));
}

/** HTML of a received mail gets our styles, and no images: they are in the ticket. */
function withoutMailStyles(html: string): string {
  return html.replace(/<img[^<>]*>/g, "").replace(/(<[^<>]*?) data-style="[^"]*"/g, "$1");
}
