import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { defaultChoices } from "../../shared/notifications.ts";
import { staffValuesOf } from "../../shared/tickets/fields.ts";
import type {
  CopiedPerson,
  Follower,
  StaffDetails,
  TicketDetails,
} from "../../shared/tickets/page.ts";
import { ticketMay } from "../../shared/tickets/permissions.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { spamUntil } from "../../shared/tickets/time-limits.ts";
import { type TicketHead, ticketLimits } from "../../shared/tickets/vocabulary.ts";
import type { MailStop } from "../../shared/undelivered.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { firstUnread } from "../access/read-marks.ts";
import {
  companiesSeenWhole,
  isSeen,
  type Scope,
  type Sight,
  sightOf,
  withSpam,
} from "../access/scope.ts";
import { isOpen } from "../access/views.ts";
import type { Db, Tx } from "../db/database.ts";
import { isoTime, presentTime } from "../db/iso-time.ts";
import { keepStatement, type Slot } from "../db/statement.ts";
import { staffValueColumns } from "../db/ticket-columns.ts";
import { mailStopOf } from "../mail/outbox/undeliverable.ts";
import { renderMessages } from "../markdown/message-html.ts";
import { messagesOf, presentTimeline, type TimelineReader } from "./timeline.ts";
import { type StoredItem, timelineItems, timelineLimit } from "./timeline-items.ts";

export async function getTicket(
  deps: ActorDeps,
  { number }: { number: number },
): Promise<TicketDetails> {
  return await read(deps, "number", String(number));
}

/** The ticket under the actor's current rights, as actions return it. */
export async function readTicketDetails(deps: ActorDeps, ticketId: string): Promise<TicketDetails> {
  return await read(deps, "id", ticketId);
}

async function read(deps: ActorDeps, by: "number" | "id", wanted: string): Promise<TicketDetails> {
  const { actor } = deps;
  const found = await deps.db.executeQuery<StoredDetails>(detailsOf(deps.db, deps, by, wanted));
  return await presentRead(deps, { actor, row: found.rows[0] });
}

/** A ticket as it was read for its page, and by whom. */
export interface ReadDetails {
  actor: Actor;
  /** Absent if they cannot see it. */
  row: StoredDetails | undefined;
}

/** Reads a ticket by its id, to be sent together with other statements. */
export function ticketRead(tx: Tx, deps: ActorDeps, ticketId: string): CompiledQuery {
  return detailsOf(tx, deps, "id", ticketId);
}

function detailsOf(
  db: Db,
  { actor, now }: ActorDeps,
  by: "number" | "id",
  wanted: string,
): CompiledQuery {
  const undoableSince = new Date(now.getTime() - undoMs);
  const values = { ...sightValues(actor), wanted, undoableSince };
  return selectDetails.query(db, { sight: sightOf(actor), by }, values);
}

export async function presentRead(
  { db, now }: Pick<ActorDeps, "db" | "now">,
  { actor, row }: ReadDetails,
): Promise<TicketDetails> {
  if (!row) throw new AppError("not_found");
  const html = await renderMessages(db, messagesOf(row.items));
  return presentDetails(row, { actor, now, html });
}

interface SightValues {
  userId: string;
  companyIds: readonly string[];
}

function sightValues(actor: Actor): SightValues {
  return { userId: actor.id, companyIds: companiesSeenWhole(actor) };
}

function scopeWithin<Values extends SightValues>(sight: Sight, slot: Slot<Values>): Scope {
  return { sight, userId: slot("userId"), companyIds: slot("companyIds") };
}

/** One round trip for the whole page. A merged ticket shows its target. */
const selectDetails = keepStatement<
  { sight: Sight; by: "number" | "id" },
  SightValues & { wanted: string; undoableSince: Date },
  StoredDetails
>(({ sight, by }, slot) => {
  const scope = scopeWithin(sight, slot);
  const items = timelineItems(sight, {
    ticketId: sql`it.id`,
    readerId: slot("userId"),
    undoableSince: slot("undoableSince"),
    scope,
    limit: timelineLimit + 1,
  });
  const type = by === "number" ? sql`bigint` : sql`uuid`;
  return sql`
    with recursive ${followMerges(sql`${sql.ref(by)} = ${slot("wanted")}::text::${type}`)},
    it as materialized (
      select t.* from tickets t
      where t.id = (select id from merged where into_id is null) and ${isSeen(withSpam(scope))}
    )
    select ${detailsColumns(scope)},
      coalesce((select json_agg(row_to_json(item)) from (${items}) item), '[]') as items
    from it ${detailsJoins(sight)}`;
});

/** Follows the chain of merges. */
function followMerges(first: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`merged(id, into_id) as (
    select id, merged_into_id from tickets where ${first}
    union
    select next.id, next.merged_into_id from tickets next join merged on next.id = merged.into_id
  )`;
}

/** With fewer first replies than this, their median says too little. */
const fewestReplies = 20;
const countedMs = 30 * 24 * 60 * 60_000;

/** How many seconds a first reply usually took in the last 30 days; null if there are too few. */
export async function readUsualReply({
  db,
  now,
}: Pick<ActorDeps, "db" | "now">): Promise<{ seconds: number | null }> {
  const since = new Date(now.getTime() - countedMs);
  const { rows } = await sql<{ count: number; median: number | null }>`
    select count(*)::int as count, (percentile_disc(0.5) within group (
      order by t.first_reply_time) / 1000000)::float8 as median
    from tickets t
    where t.first_staff_reply_at >= ${since}::timestamptz and not t.opened_by_staff
      and t.merged_into_id is null and t.spam_at is null`.execute(db);
  const [found] = rows;
  return { seconds: found && found.count >= fewestReplies ? found.median : null };
}

export function presentDetails(
  row: StoredDetails,
  reader: TimelineReader & { now: Date },
): TicketDetails {
  const { id, number, subject, status, requester, company, assignee } = row;
  const ticket = { ...row, requesterId: requester.id, spam: Boolean(row.spamAt) };
  const details: TicketDetails = {
    id,
    number,
    subject,
    status,
    requester,
    company,
    assignee,
    // Followers are for staff only.
    followers: row.followers ?? [],
    createdAt: presentTime(row.createdAt),
    updatedAt: presentTime(row.updatedAt),
    rating: presentRating(row),
    may: ticketMay(ticket, reader.actor, instantOf(reader.now)),
    timeline: presentTimeline(row.items, reader),
    firstUnreadId: row.firstUnreadId,
  };
  return isForStaff(row) ? { ...details, staff: presentForStaff(row) } : details;
}

function presentRating({ rating, ratingComment, ratedAt }: StoredDetails): TicketDetails["rating"] {
  if (rating === null || ratedAt === null) return null;
  return { rating, comment: ratingComment ?? "", at: presentTime(ratedAt) };
}

function isForStaff(row: StoredDetails): row is StoredDetails & StoredForStaff {
  return row.version !== undefined;
}

function presentForStaff(row: StoredDetails & StoredForStaff): StaffDetails {
  const { version, channel, team, tags, waitingFor, reopenCount } = row;
  const { requesterFirstName, requesterEmail, requesterPhone, requesterTimeZone } = row;
  const { companyNotes, otherTickets, links } = row;
  return {
    version,
    ...staffValuesOf(row),
    channel,
    team,
    tags,
    waitingFor,
    reopenCount,
    requesterFirstName,
    requesterEmail,
    requesterPhone,
    requesterTimeZone,
    companyNotes,
    otherTickets,
    links,
    waitingSince: presentTime(row.waitingSince),
    snoozedUntil: presentTime(row.snoozedUntil),
    firstStaffReplyAt: presentTime(row.firstStaffReplyAt),
    lastResolvedAt: presentTime(row.lastResolvedAt),
    spam: presentSpam(row.spamAt),
    ...(row.otherOpen && { otherOpen: row.otherOpen }),
    ...(row.copied && { copied: row.copied }),
    ...(row.hasHeldMail && { hasHeldMail: true }),
    ...(row.requesterMailStop && { requesterMailStop: row.requesterMailStop }),
  };
}

function presentSpam(spamAt: string | null): StaffDetails["spam"] {
  if (spamAt === null) return null;
  const at = presentTime(spamAt);
  return { at, until: spamUntil(new Date(at)).toISOString() };
}

/** A ticket as read for its page. Staff-only columns are not read for Customers. */
export interface StoredDetails extends TicketHead, Partial<StoredForStaff> {
  lastResolvedAt: string | null;
  rating: "good" | "bad" | null;
  ratingComment: string | null;
  ratedAt: string | null;
  firstUnreadId: string | null;
  /** Newest first. */
  items: StoredItem[];
}

export interface StoredForStaff
  extends Omit<
    StaffDetails,
    "lastResolvedAt" | "spam" | "otherOpen" | "copied" | "hasHeldMail" | "requesterMailStop"
  > {
  copied?: CopiedPerson[] | null;
  otherOpen?: StaffDetails["otherOpen"] | null;
  hasHeldMail?: boolean;
  requesterMailStop?: MailStop | null;
  followers: Follower[];
  spamAt: string | null;
}

/** The columns of the ticket `it`, with `detailsJoins`. */
function detailsColumns(scope: Scope): RawBuilder<unknown> {
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

function detailsJoins(sight: Sight): RawBuilder<unknown> {
  const contact = sight === "own" ? sql`` : sql`, first_name, email, phone, time_zone, state`;
  return sql`
    left join lateral (
      select ${nameOfUser} as name ${contact} from users where id = it.requester_id limit 1
    ) requester on true`;
}

/** The mail `mail` is shown at its ticket, outside of the conversation. */
export const isHeldAtTicket = sql<boolean>`mail.state = 'held' and mail.erased_at is null
  and mail.reason in ('stranger', 'automatic', 'bounce', 'loop', 'needs-review', 'unproven-staff')`;

export const tagsOfTicket = sql`coalesce((
  select json_agg(tags.name order by tags.name)
  from ticket_tags join tags on tags.id = ticket_tags.tag_id
  where ticket_tags.ticket_id = it.id), '[]')`;

export const nameOfUser = sql`btrim(first_name || ' ' || last_name)`;

function asNamed(columns: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> {
  return sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`),
  );
}

function staffColumns(scope: Scope): RawBuilder<unknown> {
  return sql`
    it.version, ${asNamed(staffValueColumns("it"))}, it.channel,
    (select json_build_object('id', id, 'name', name) from teams where id = it.team_id) as team,
    ${tagsOfTicket} as tags,
    coalesce((
      select json_agg(json_build_object('id', id, 'name', ${nameOfUser}, 'part', ${partOfFollower})
        order by ${nameOfUser}, id)
      from ticket_people join users on users.id = ticket_people.user_id
      where ticket_people.ticket_id = it.id and users.id <> it.requester_id), '[]') as followers,
    it.waiting_for as "waitingFor", ${isoTime(sql`it.waiting_since`)} as "waitingSince",
    ${isoTime(sql`it.snoozed_until`)} as "snoozedUntil",
    ${isoTime(sql`it.first_staff_reply_at`)} as "firstStaffReplyAt",
    (select json_agg(json_build_object('address', address, 'name', coalesce(copied.name, ''))
        order by address)
      from ticket_people copied
      where copied.ticket_id = it.id and copied.address is not null) as copied,
    exists (select from inbound_mails mail
      where mail.ticket_id = it.id and ${isHeldAtTicket}) as "hasHeldMail",
    it.reopen_count as "reopenCount", ${isoTime(sql`it.spam_at`)} as "spamAt",
    requester.first_name as "requesterFirstName", requester.email as "requesterEmail",
    requester.phone as "requesterPhone", requester.time_zone as "requesterTimeZone",
    ${mailStopOf(sql`requester.email`)} as "requesterMailStop",
    coalesce((select notes from companies where id = it.company_id), '') as "companyNotes",
    ${otherTickets(scope)} as "otherTickets", ${otherOpen(scope)} as "otherOpen", ${links(scope)} as links`;
}

/** Of the follower in `users`: staff follow for themselves, customers get replies unless they chose not to. */
const partOfFollower = sql`
  case
    when users.role <> 'Customer' then 'staff'
    when users.state in ('active', 'invited') and coalesce((
      select mail from notification_choices
      where notification_choices.user_id = users.id and kind = 'followed'
    ), ${sql.lit(defaultChoices("Customer").followed.mail)}) then 'cc'
  end`;

const refOfTicket = sql`
  json_build_object('id', t.id, 'number', t.number, 'subject', t.subject, 'status', t.status)`;

const mostOtherTickets = 10;

export function otherTickets(scope: Scope): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(ref order by created_at desc, id desc) from (
      select ${refOfTicket} as ref, t.created_at, t.id from tickets t
      where t.requester_id = it.requester_id and t.id <> it.id and ${isSeen(scope)}
      order by t.created_at desc, t.id desc limit ${sql.lit(mostOtherTickets)}
    ) other), '[]')`;
}

const mostOtherOpen = 5;

/** Null if there are none. */
export function otherOpen(scope: Scope): RawBuilder<unknown> {
  const ofRequester = sql`from tickets t
    where t.requester_id = it.requester_id and t.id <> it.id and ${isOpen} and ${isSeen(scope)}`;
  return sql`(
    select json_build_object('count', count(*), 'tickets', (
      select json_agg(ref order by created_at desc, id desc) from (
        select json_build_object('id', t.id, 'number', t.number, 'subject', t.subject,
          'status', t.status, 'company', (
            select json_build_object('name', name) from companies where id = t.company_id)) as ref,
          t.created_at, t.id
        ${ofRequester} order by t.created_at desc, t.id desc limit ${sql.lit(mostOtherOpen)}
      ) newest))
    ${ofRequester} having count(*) > 0)`;
}

/** All links made by staff, and the newest follow-ups by customers. */
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
