import { type RawBuilder, sql } from "kysely";
import type {
  TicketPriority,
  TicketStatus,
  TicketType,
} from "../../../shared/tickets/vocabulary.ts";
import { isoTime } from "../../db/iso-time.ts";
import { isUnread, joinReadMark } from "../read-marks.ts";
import type { Sight } from "../scope.ts";

/** A row of the list as it is read. What is for staff only is not even read for a Customer. */
export interface StoredTicket extends Partial<StaffOnly> {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  updatedAt: string;
  createdAt: string;
  requesterId: string;
  requesterName: string;
  companyId: string | null;
  companyName: string | null;
  assigneeId: string | null;
  assigneeName: string | null;
  latestKind: "public" | "note" | null;
  latestBody: string | null;
  latestAuthorId: string | null;
  latestAuthorName: string | null;
  unread: boolean;
  /** Of a list in the order of relevance. */
  rank?: number;
}

export interface StaffOnly {
  priority: TicketPriority;
  type: TicketType;
  teamId: string | null;
  teamName: string | null;
  tags: string[] | null;
  waitingFor: "us" | "customer" | null;
  waitingSince: string | null;
  snoozedUntil: string | null;
}

/** What follows `select` for the ticket `t`, once `rowJoins` stand behind it. */
export function rowColumns(sight: Sight, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  const updatedAt = sight === "own" ? sql`t.publicly_updated_at` : sql`t.updated_at`;
  const forAll = sql`t.id, t.number, t.subject, t.status,
    ${isoTime(updatedAt)} as "updatedAt", ${isoTime(sql`t.created_at`)} as "createdAt",
    t.requester_id as "requesterId", requester.name as "requesterName",
    t.company_id as "companyId", company.name as "companyName",
    t.assignee_id as "assigneeId", assignee.name as "assigneeName",
    latest.kind as "latestKind", left(latest.body, ${sql.lit(readOfBody)}) as "latestBody",
    latest.author_id as "latestAuthorId", author.name as "latestAuthorName",
    ${isUnread(sight, userId)} as unread`;
  if (sight === "own") return forAll;
  return sql`${forAll}, t.priority, t.type, t.team_id as "teamId", team.name as "teamName",
    (
      select json_agg(tags.name order by tags.name)
      from ticket_tags join tags on tags.id = ticket_tags.tag_id
      where ticket_tags.ticket_id = t.id
    ) as tags,
    t.waiting_for as "waitingFor", ${isoTime(sql`t.waiting_since`)} as "waitingSince",
    ${isoTime(sql`t.snoozed_until`)} as "snoozedUntil"`;
}

/** Each looks up its one row: `limit 1` keeps Postgres from reading a whole table instead. */
export function rowJoins(sight: Sight, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  const forAll = sql`
    left join lateral (${nameOfUser(sql`t.requester_id`)}) requester on true
    left join lateral (${nameOfUser(sql`t.assignee_id`)}) assignee on true
    left join lateral (select name from companies where id = t.company_id limit 1) company on true
    left join lateral (${latestMessage(sight)}) latest on true
    left join lateral (${nameOfUser(sql`latest.author_id`)}) author on true
    ${joinReadMark(userId)}`;
  if (sight === "own") return forAll;
  return sql`${forAll}
    left join lateral (select name from teams where id = t.team_id limit 1) team on true`;
}

/** Enough of a message to show one line of it, whatever marks stand between its words. */
const readOfBody = 400;

/** A Customer's latest is what was released last; staff see notes too, and what is being sent. */
function latestMessage(sight: Sight): RawBuilder<unknown> {
  const ofTicket = sql`
    select m.kind, m.body, m.author_id from messages m
    where m.ticket_id = t.id and m.redacted_at is null`;
  return sight === "own"
    ? sql`${ofTicket} and m.released_at is not null order by m.released_at desc, m.id desc limit 1`
    : sql`${ofTicket} order by m.created_at desc, m.id desc limit 1`;
}

function nameOfUser(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select btrim(first_name || ' ' || last_name) as name from users where id = ${id} limit 1`;
}
