import { type RawBuilder, sql } from "kysely";
import type { StaffValues, TicketSort, TicketStatus } from "../../../shared/tickets/vocabulary.ts";
import { isUnread, joinReadMark } from "../../access/read-marks.ts";
import type { Sight } from "../../access/scope.ts";
import { staffValueColumns } from "../../db/ticket-columns.ts";

/**
 * A row of the list as read from the database, times in UTC without a zone. Fields for staff are not
 * read for Customers.
 */
export interface StoredTicket extends Partial<StaffOnly> {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  updatedAt: string;
  createdAt: string;
  requesterId: string;
  companyId: string | null;
  assigneeId: string | null;
  latestKind: "public" | "note" | null;
  latestText: string | null;
  latestAuthorId: string | null;
  unread: boolean;
  /** Only in a list that asks for spam. */
  spam?: boolean;
  /** Only in a list ordered by it. */
  resolvedAt?: string | null;
  /** Only in a list ordered by it. */
  closedAt?: string | null;
  /** Only in a list ordered by a name. */
  sortName?: string;
  /** Only in a list ordered by relevance. */
  rank?: number;
}

export interface StaffOnly extends StaffValues {
  teamId: string | null;
  tagNumbers: number[] | null;
  waitingFor: "us" | "customer" | null;
  waitingSince: string | null;
  snoozedUntil: string | null;
  byEmail: boolean;
}

type Columns<Row> = { [Name in keyof Row]: RawBuilder<unknown> };

/** The columns of the ticket `t`, joined with `rowJoins`. */
export function rowColumns(
  sight: Sight,
  reading: Sight,
  userId: RawBuilder<unknown>,
): Columns<StoredTicket> {
  const forAll: Columns<StoredTicket> = {
    id: sql`t.id`,
    number: sql`t.number`,
    subject: sql`t.subject`,
    status: sql`t.status`,
    updatedAt: inUtc(sight === "own" ? sql`t.publicly_updated_at` : sql`t.updated_at`),
    createdAt: inUtc(sql`t.created_at`),
    requesterId: sql`t.requester_id`,
    companyId: sql`t.company_id`,
    assigneeId: sql`t.assignee_id`,
    ...(reading === "own" ? everybodysLatest : staffsLatest),
    unread: isUnread(reading, userId),
  };
  return sight === "own" ? forAll : { ...forAll, ...staffColumns };
}

export function rowJoins(reading: Sight, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join lateral (${messageFound(reading)}) found on true ${joinReadMark(userId)}`;
}

/** The date that only a list ordered by it shows. */
export function dateColumn(sort: TicketSort): Record<string, RawBuilder<unknown>> {
  if (sort === "resolved") return { resolvedAt: inUtc(sql`t.last_resolved_at`) };
  return sort === "closed" ? { closedAt: inUtc(sql`t.closed_at`) } : {};
}

/** Shorter in JSON than a time with its zone, and much faster than to_char. */
function inUtc(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${time} at time zone 'UTC'`;
}

const staffColumns: Columns<StaffOnly> = {
  ...staffValueColumns("t"),
  teamId: sql`t.team_id`,
  tagNumbers: sql`t.tag_numbers`,
  waitingFor: sql`t.waiting_for`,
  waitingSince: inUtc(sql`t.waiting_since`),
  snoozedUntil: inUtc(sql`t.snoozed_until`),
  byEmail: sql`t.channel = 'email'`,
};

type Latest = Pick<StoredTicket, "latestKind" | "latestText" | "latestAuthorId">;

/** The latest released message; nothing else is read for Customers. */
const everybodysLatest: Columns<Latest> = {
  latestKind: sql`case when coalesce(t.latest_author_id, found.author_id) is not null then 'public' end`,
  latestText: sql`coalesce(t.latest_text, found.text)`,
  latestAuthorId: sql`coalesce(t.latest_author_id, found.author_id)`,
};

/** Staff also see notes and unreleased replies, if they are newer. */
const staffsLatest: Columns<Latest> = {
  latestKind: sql`coalesce(
    t.staff_latest_kind, case when t.latest_author_id is not null then 'public' end, found.kind)`,
  latestText: sql`coalesce(t.staff_latest_text, t.latest_text, found.text)`,
  latestAuthorId: sql`coalesce(t.staff_latest_author_id, t.latest_author_id, found.author_id)`,
};

/** How much of the latest message a ticket's row stores; the triggers on messages use it too. */
export const keptOfMessage = 240;

/** The latest message of a ticket whose row does not store it, since it has no new messages. */
function messageFound(sight: Sight): RawBuilder<unknown> {
  const ofTicket = sql`
    select m.kind, excerpt_source(m.body, m.format) as text, m.author_id from messages m
    where t.latest_author_id is null and m.ticket_id = t.id and m.redacted_at is null`;
  return sight === "own"
    ? sql`${ofTicket} and m.released_at is not null order by m.released_at desc, m.id desc limit 1`
    : sql`${ofTicket} and t.staff_latest_author_id is null
        order by m.created_at desc, m.id desc limit 1`;
}
