import { type RawBuilder, sql } from "kysely";
import { isUnread, joinReadMark } from "../../server/access/read-marks.ts";
import type { Sight } from "../../server/access/scope.ts";
import { isoTime } from "../../server/db/iso-time.ts";

/**
 * What a list shows of the ticket `t`, asked the plain way: everything is looked up where it lies,
 * row by row. The floor makes its one table of it.
 */
export function plainColumns(sight: Sight, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  const updatedAt = sight === "own" ? sql`t.publicly_updated_at` : sql`t.updated_at`;
  const forAll = sql`t.id, t.number, t.subject, t.status,
    ${isoTime(updatedAt)} as "updatedAt", ${isoTime(sql`t.created_at`)} as "createdAt",
    t.requester_id as "requesterId", requester.name as "requesterName",
    t.company_id as "companyId", company.name as "companyName",
    t.assignee_id as "assigneeId", assignee.name as "assigneeName",
    latest.kind as "latestKind", left(latest.body, 400) as "latestBody",
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

export function plainJoins(sight: Sight, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  const forAll = sql`
    left join lateral (${nameOfUser(sql`t.requester_id`)}) requester on true
    left join lateral (${nameOfUser(sql`t.assignee_id`)}) assignee on true
    left join companies company on company.id = t.company_id
    left join lateral (${latestMessage(sight)}) latest on true
    left join lateral (${nameOfUser(sql`latest.author_id`)}) author on true
    ${joinReadMark(userId)}`;
  return sight === "own" ? forAll : sql`${forAll} left join teams team on team.id = t.team_id`;
}

/** A Customer's latest message is the last released one; staff also see notes and pending replies. */
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
