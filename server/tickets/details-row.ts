import { type RawBuilder, sql } from "kysely";
import type { StaffDetails } from "../../shared/tickets/page.ts";
import {
  type PersonRef,
  type TicketHead,
  ticketLimits,
} from "../../shared/tickets/vocabulary.ts";
import { isoTime } from "../db/iso-time.ts";
import { firstUnread } from "./read-marks.ts";
import { isSeen, type Scope, type Sight } from "./scope.ts";
import type { StoredItem } from "./timeline-row.ts";

/** A ticket as its page reads it. What is for staff only is not even read for a Customer. */
export interface StoredDetails extends TicketHead, Partial<StoredForStaff> {
  lastResolvedAt: string | null;
  rating: "good" | "bad" | null;
  ratingComment: string | null;
  ratedAt: string | null;
  firstUnreadId: string | null;
  /** The newest first. */
  items: StoredItem[];
}

export interface StoredForStaff extends Omit<StaffDetails, "lastResolvedAt" | "spam"> {
  followers: PersonRef[];
  spamAt: string | null;
}

/** What follows `select` for the ticket `it`, once `detailsJoins` stand behind it. */
export function detailsColumns(scope: Scope): RawBuilder<unknown> {
  const { sight } = scope;
  const updatedAt = sight === "own" ? sql`it.publicly_updated_at` : sql`it.updated_at`;
  const forAll = sql`
    it.id, it.number, it.subject, it.status,
    json_build_object('id', it.requester_id, 'name', requester.name) as requester,
    (select json_build_object('id', id, 'name', name) from companies where id = it.company_id)
      as company,
    (select json_build_object('id', id, 'name', ${nameOfUser}) from users where id = it.assignee_id)
      as assignee,
    ${isoTime(sql`it.created_at`)} as "createdAt", ${isoTime(updatedAt)} as "updatedAt",
    ${isoTime(sql`it.last_resolved_at`)} as "lastResolvedAt",
    it.rating, it.rating_comment as "ratingComment", ${isoTime(sql`it.rated_at`)} as "ratedAt",
    ${firstUnread(scope)} as "firstUnreadId"`;
  return sight === "own" ? forAll : sql`${forAll}, ${staffColumns(scope)}`;
}

export function detailsJoins(sight: Sight): RawBuilder<unknown> {
  const contact = sight === "own" ? sql`` : sql`, first_name, email, phone, time_zone, state`;
  return sql`
    left join lateral (
      select ${nameOfUser} as name ${contact} from users where id = it.requester_id limit 1
    ) requester on true`;
}

const nameOfUser = sql`btrim(first_name || ' ' || last_name)`;

function staffColumns(scope: Scope): RawBuilder<unknown> {
  return sql`
    it.version, it.priority, it.type, it.channel,
    (select json_build_object('id', id, 'name', name) from teams where id = it.team_id) as team,
    coalesce((
      select json_agg(tags.name order by tags.name)
      from ticket_tags join tags on tags.id = ticket_tags.tag_id
      where ticket_tags.ticket_id = it.id), '[]') as tags,
    coalesce((
      select json_agg(json_build_object('id', id, 'name', ${nameOfUser}) order by ${nameOfUser}, id)
      from ticket_people join users on users.id = ticket_people.user_id
      where ticket_people.ticket_id = it.id and users.id <> it.requester_id), '[]') as followers,
    it.waiting_for as "waitingFor", ${isoTime(sql`it.waiting_since`)} as "waitingSince",
    ${isoTime(sql`it.snoozed_until`)} as "snoozedUntil",
    ${isoTime(sql`it.first_staff_reply_at`)} as "firstStaffReplyAt",
    it.reopen_count as "reopenCount", ${isoTime(sql`it.spam_at`)} as "spamAt",
    requester.first_name as "requesterFirstName", requester.email as "requesterEmail",
    requester.phone as "requesterPhone", requester.time_zone as "requesterTimeZone",
    coalesce((select notes from companies where id = it.company_id), '') as "companyNotes",
    ${otherTickets(scope)} as "otherTickets", ${links(scope)} as links`;
}

const refOfTicket = sql`
  json_build_object('id', t.id, 'number', t.number, 'subject', t.subject, 'status', t.status)`;

const mostOtherTickets = 10;

function otherTickets(scope: Scope): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(ref order by created_at desc, id desc) from (
      select ${refOfTicket} as ref, t.created_at, t.id from tickets t
      where t.requester_id = it.requester_id and t.id <> it.id and ${isSeen(scope)}
      order by t.created_at desc, t.id desc limit ${sql.lit(mostOtherTickets)}
    ) other), '[]')`;
}

/** All that staff have made, and of what customers opened after it the newest. */
const mostLinks = 2 * ticketLimits.links;

function links(scope: Scope): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(json_build_object(
      'id', link.id, 'kind', link.kind, 'direction', link.direction, 'ticket', ${refOfTicket}
    ) order by link.created_at, link.id)
    from (
      select * from (
        select id, kind, created_at, other_id as far_id, 'to' as direction
          from ticket_links where ticket_id = it.id
        union all
        select id, kind, created_at, ticket_id, 'from' from ticket_links where other_id = it.id
      ) either
      order by kind = 'follow-up-of', created_at desc, id desc limit ${sql.lit(mostLinks)}
    ) link
    join tickets t on t.id = link.far_id and ${isSeen(scope)}), '[]')`;
}
