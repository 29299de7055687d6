import { sql } from "kysely";
import { isStaff } from "../../shared/access.ts";
import type { TicketTemplate } from "../../shared/mails.ts";
import type { Actor } from "../actor.ts";
import type { Db } from "../db/database.ts";
import { filesOfMessages } from "../files/attach.ts";
import {
  type MessageText,
  renderMessages,
  storedHtml,
  textOrHtml,
} from "../markdown/message-html.ts";
import { isSeen, scopeOf } from "../tickets/scope.ts";
import type { MailJob } from "./lease.ts";

/** What a mail about a ticket may speak of, as things stand when it is sent. */
export interface TicketFacts {
  ticketId: string;
  number: number;
  subject: string;
  requester: string;
  company: string | null;
  hasTeam: boolean;
  /** What the reader is to this ticket. */
  reader: "requester" | "assignee" | "follower" | "other";
  isSolved: boolean;
  /** How good the help was, since it was solved the last time. */
  isRated: boolean;
  /** In their order; none in a mail that carries no message's words. */
  messages: readonly TicketWords[];
}

export interface TicketWords {
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

/** Within the reader's scope of now; or the plain reason why there is nothing to send. */
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
  if (!row) return "The person does not see this ticket any more.";
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
    messages: row.isPublic ? await wordsOf(db, template, row.ticketId, messageIds) : [],
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
  /** And nobody has it. */
  isOfTeam: boolean;
  redacted: boolean;
  isPublic: boolean;
}

/** What a mail may carry words of: notes and what was taken away are not even read. */
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

const carriesWords: ReadonlySet<TicketTemplate> = new Set([
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
    return "The ticket no longer waits for a team of this person.";
  }
  if (template === "ticket-reopened" && isSolved) return "The ticket has been solved again.";
  if (!carriesWords.has(template) || isPublic) return null;
  if (redacted) return "The message has been redacted.";
  // A ticket that was opened with a note, as when somebody calls, is told of without its words.
  return template === "ticket-opened" ? null : "The message is not public.";
}

function relation({ requesterId, assigneeId, follows, isOfTeam }: Row, reader: Actor) {
  if (requesterId === reader.id) return "requester";
  if (assigneeId === reader.id) return "assignee";
  return follows && !isOfTeam ? "follower" : "other";
}

/** Of a ticket's messages those that the reader may be mailed: notes and redacted ones are left out. */
async function wordsOf(
  db: Db,
  template: TicketTemplate,
  ticketId: string,
  messageIds: readonly string[],
): Promise<TicketWords[]> {
  if (!carriesWords.has(template)) return [];
  const { rows } = await sql<Omit<TicketWords, "html" | "files"> & MessageText>`
    select m.id, btrim(author.first_name || ' ' || author.last_name) as author, m.released_at as at,
      m.body as text, ${textOrHtml}
    from messages m ${storedHtml}
      join users author on author.id = m.author_id
    where m.id = any(${[...messageIds]}::uuid[]) and m.ticket_id = ${ticketId}::uuid and ${isPublic}
    order by m.released_at, m.id`.execute(db);
  const html = await renderMessages(db, rows);
  const files = await filesOfMessages(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, author, at, text }) => ({
    ...{ author, at, text, html: html.get(id) ?? "", files: files.get(id) ?? [] },
  }));
}
