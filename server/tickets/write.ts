import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import {
  differences,
  type Instant,
  type TicketChange,
  type TicketPlan,
  type TicketState,
} from "../../shared/tickets/state.ts";
import type { TicketStatus } from "../../shared/tickets/vocabulary.ts";
import type { Tx } from "../db/database.ts";
import { keepStatement, type Slot } from "../db/statement.ts";
import { columnList, columnsOf } from "../db/ticket-columns.ts";
import { type EventRow, eventsOf } from "../events/ticket-events.ts";
import { hasWebhooks, type WebhookMessage, webhookEventsOf } from "../events/webhook-events.ts";

interface TicketWrite {
  actId: string;
  /** Null for automation. */
  actorId: string | null;
  plan: TicketPlan;
  /** Of the plan, where the caller answers with them. */
  events?: readonly EventRow[];
  /** Stored for the answer and for Undo. */
  made?: Record<string, unknown>;
  /** A message that it writes or makes public, for webhooks. */
  message?: WebhookMessage | undefined;
}

interface TicketWriteValues {
  ticketId: string;
  actId: string;
  actorId: string | null;
  at: string;
  version: number;
  set: string;
  /** Null if no status span begins: an Undo has restored the earlier one. */
  status: string | null;
  events: string;
  webhookEvents: string;
  made: string | null;
  addTags: string;
  removeTags: readonly string[];
  joining: readonly string[];
  leaving: readonly string[];
  /** Of the live event; null if nothing changed. */
  audience: "staff" | "everyone" | null;
  liveId: string;
  joinedId: string;
  companyIds: readonly string[];
  peopleIds: readonly string[];
}

function valuesOf(
  ticketId: string,
  { actId, actorId, plan, events = eventsOf(plan), made, message }: TicketWrite,
  set: Record<string, unknown>,
  before: TicketState,
): TicketWriteValues {
  const { after, at } = plan;
  const without = (list: readonly string[], other: readonly string[]) =>
    list.filter((each) => !other.includes(each));
  const addedTags = without(after.tags, before.tags);
  return {
    ticketId,
    actId,
    actorId,
    at,
    version: after.version,
    set: JSON.stringify(set),
    status: plan.changes.some(beginsSpan) ? after.status : null,
    events: JSON.stringify(events),
    webhookEvents: JSON.stringify(webhookEventsOf(plan, message)),
    made: made ? JSON.stringify(made) : null,
    addTags: JSON.stringify(addedTags.map((name) => ({ id: Bun.randomUUIDv7(), name }))),
    removeTags: without(before.tags, after.tags),
    joining: without(peopleOf(after), peopleOf(before)),
    leaving: without(peopleOf(before), peopleOf(after)),
    ...liveEventOf(plan),
  };
}

/** The live event goes to everyone who could see the ticket before or can see it now. */
function liveEventOf({ before, after, publicly }: TicketPlan) {
  const companies = [before.companyId, after.companyId].filter((company) => company !== null);
  return {
    audience: after.version === before.version ? null : publicly ? "everyone" : "staff",
    liveId: Bun.randomUUIDv7(),
    joinedId: Bun.randomUUIDv7(),
    companyIds: [...new Set(companies)],
    peopleIds: [...new Set([...peopleOf(before), ...peopleOf(after)])],
  } as const;
}

function beginsSpan({ kind }: TicketChange): boolean {
  return kind === "created" || kind === "status";
}

/**
 * Writes everything an action changes: the ticket, its tags and people, timeline events, status
 * spans, the action's result and the live event.
 */
function writeOf(tx: Tx, way: ActShape["way"], values: TicketWriteValues): CompiledQuery {
  const tags = values.addTags !== "[]" || values.removeTags.length > 0;
  const people = values.joining.length > 0 || values.leaving.length > 0;
  return actStatement.query(tx, { way, tags, people }, values);
}

/**
 * Most actions change neither tags nor people. With nothing to write, those parts would cost as
 * much as all others together, since the triggers on tags run for each statement.
 */
interface ActShape {
  way: "insert" | "update";
  tags: boolean;
  people: boolean;
}

/** Texts are cast: the driver would cut times to milliseconds and encode JSON twice. */
const actStatement = keepStatement<ActShape, TicketWriteValues, { number: number }>(
  ({ way, tags, people }, slot) => {
    const ticketId = sql`${slot("ticketId")}::uuid`;
    const at = sql`${slot("at")}::text::timestamptz`;
    const status = sql`${slot("status")}::text::ticket_status`;
    const set = sql`${slot("set")}::text::jsonb`;
    const saved =
      way === "update"
        ? sql`update tickets t set (${columnList()}) = (
          select ${columnList("changed")} from jsonb_populate_record(t, ${set}) changed
        ) where t.id = ${ticketId} returning t.number`
        : sql`insert into tickets
          (id, channel, opened_by_staff, mailbox_id, created_at, ${columnList()})
        select id, channel, opened_by_staff, mailbox_id, created_at, ${columnList()}
        from jsonb_populate_record(null::tickets, ${set}) returning number`;
    return sql`
    with saved as (${saved}),
    ${tags ? writeTags(ticketId, slot) : sql``}
    ${people ? writePeople(ticketId, slot) : sql``}
    told as (
      insert into ticket_events
        (id, ticket_id, actor_id, act_id, kind, audience, data, created_at, version)
      select id, ${ticketId}, ${slot("actorId")}::uuid, ${slot("actId")}::uuid, kind, audience,
        data, ${at}, ${slot("version")}::int
      from jsonb_to_recordset(${slot("events")}::text::jsonb)
        as event(id uuid, kind text, audience text, data jsonb)
    ),
    posted as (
      insert into webhook_events (id, type, subject_id, version, actor_id, act_id, changes, at)
      select event.id, event.type, ${ticketId}, ${slot("version")}::int,
        ${slot("actorId")}::uuid, ${slot("actId")}::uuid, event.changes, ${at}
      from jsonb_to_recordset(${slot("webhookEvents")}::text::jsonb)
        as event(id uuid, type text, changes jsonb)
      where ${hasWebhooks}
    ),
    span_ended as (
      update status_spans set ended_at = ${at}
      where ticket_id = ${ticketId} and ended_at is null and started_at < ${at}
        and ${status} is not null
      returning ticket_id
    ),
    span_begun as (
      insert into status_spans (ticket_id, status, started_at)
      select ${ticketId}, ${status}, ${at}
      where ${status} is not null and (select count(*) from span_ended) >= 0
      on conflict (ticket_id, started_at) do update set status = excluded.status
    ),
    kept as (
      update acts set made = ${slot("made")}::text::jsonb
      where id = ${slot("actId")}::uuid and ${slot("made")}::text is not null
    ),
    heard as (
      insert into live_events
        (id, topic, subject_id, number, version, audience, company_ids, people_ids)
      select ${slot("liveId")}::uuid, 'ticket', ${ticketId}, number, ${slot("version")}::int,
        ${slot("audience")}::text, ${slot("companyIds")}::uuid[], ${slot("peopleIds")}::uuid[]
      from saved where ${slot("audience")}::text is not null
      union all
      -- Following is not public, but a new follower has one ticket more.
      select ${slot("joinedId")}::uuid, 'ticket', ${ticketId}, number, ${slot("version")}::int,
        'person', ${slot("companyIds")}::uuid[], ${slot("joining")}::uuid[]
      from saved where ${slot("audience")}::text = 'staff' and ${slot("joining")}::uuid[] <> '{}'
    )
    select number from saved`;
  },
);

function writeTags(
  ticketId: RawBuilder<unknown>,
  slot: Slot<TicketWriteValues>,
): RawBuilder<unknown> {
  return sql`wanted_tags as (
      insert into tags (id, name)
      select id, name from jsonb_to_recordset(${slot("addTags")}::text::jsonb)
        as wanted(id uuid, name text) order by name
      -- Returns the existing tag, even if another action has just created it.
      on conflict (name) do update set name = excluded.name
      returning id
    ),
    tagged as (
      insert into ticket_tags (ticket_id, tag_id) select ${ticketId}, id from wanted_tags
      on conflict do nothing
    ),
    untagged as (
      delete from ticket_tags using tags
      where ticket_tags.ticket_id = ${ticketId} and tags.id = ticket_tags.tag_id
        and tags.name = any(${slot("removeTags")}::text[])
    ),`;
}

function writePeople(
  ticketId: RawBuilder<unknown>,
  slot: Slot<TicketWriteValues>,
): RawBuilder<unknown> {
  return sql`joined as (
      insert into ticket_people (ticket_id, user_id)
      select ${ticketId}, unnest(${slot("joining")}::uuid[]) on conflict do nothing
    ),
    gone as (
      delete from ticket_people
      where ticket_id = ${ticketId} and user_id = any(${slot("leaving")}::uuid[])
    ),`;
}

function peopleOf({ requesterId, followers }: TicketState): string[] {
  return [requesterId, ...followers];
}

/** Writes everything an action changes, in one statement. */
export async function saveTicket(tx: Tx, ticket: { id: string }, act: TicketWrite): Promise<void> {
  await tx.executeQuery(ticketSave(tx, ticket, act));
}

/** The same, to be sent together with other statements. */
export function ticketSave(tx: Tx, ticket: { id: string }, act: TicketWrite): CompiledQuery {
  return writeOf(tx, "update", changedBy(ticket, act));
}

/** The same for several tickets; tags and statuses must not change. */
export async function saveTickets(
  tx: Tx,
  acts: readonly ({ ticket: { id: string } } & TicketWrite)[],
): Promise<void> {
  await writeActs(
    tx,
    acts.map(({ ticket, ...act }) => changedBy(ticket, act)),
  );
}

function changedBy(ticket: { id: string }, act: TicketWrite): TicketWriteValues {
  const { before, after } = act.plan;
  return valuesOf(ticket.id, act, columnsOf(differences(before, after)), before);
}

interface NewTicketRow {
  id: string;
  channel: string;
  openedByStaff: boolean;
  /** Where it arrived, if by mail. */
  mailboxId?: string | undefined;
}

/** Inserts a new ticket by the same statement. */
export async function insertTicket(
  tx: Tx,
  ticket: NewTicketRow,
  act: TicketWrite,
): Promise<{ id: string; number: number }> {
  const { before, after, at } = act.plan;
  const whole = {
    ...columnsOf(after),
    id: ticket.id,
    channel: ticket.channel,
    opened_by_staff: ticket.openedByStaff,
    mailbox_id: ticket.mailboxId ?? null,
    created_at: at,
  };
  const nobody = { ...before, tags: [], followers: [] };
  const values = valuesOf(ticket.id, act, whole, nobody);
  const people = [after.requesterId, ...after.followers];
  const write = writeOf(tx, "insert", { ...values, joining: people, leaving: [] });
  const [saved] = (await tx.executeQuery<{ number: number }>(write)).rows;
  if (!saved) throw new Error("A ticket was not inserted");
  return { id: ticket.id, number: saved.number };
}

/**
 * What `saveTicket` writes for one ticket, for several in one statement. People and fields can
 * change, but neither tags nor statuses.
 */
async function writeActs(tx: Tx, acts: readonly TicketWriteValues[]): Promise<void> {
  await sql`
    with act as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(acts)}::text::jsonb) as act(
        "ticketId" uuid, "actId" uuid, "actorId" uuid, at timestamptz, version int, set text,
        events text, "webhookEvents" text, made text, joining uuid[], leaving uuid[],
        audience text, "liveId" uuid, "joinedId" uuid, "companyIds" uuid[], "peopleIds" uuid[])
    ),
    saved as (
      update tickets t set (${columnList()}) = (
        select ${columnList("changed")} from jsonb_populate_record(t, act.set::jsonb) changed)
      from act where t.id = act."ticketId"
      returning t.id, t.number
    ),
    joined as (
      insert into ticket_people (ticket_id, user_id)
      select "ticketId", unnest(joining) from act on conflict do nothing
    ),
    gone as (
      delete from ticket_people person using act
      where person.ticket_id = act."ticketId" and person.user_id = any(act.leaving)
    ),
    told as (
      insert into ticket_events
        (id, ticket_id, actor_id, act_id, kind, audience, data, created_at, version)
      select event.id, "ticketId", "actorId", "actId", kind, event.audience, data, at, version
      from act cross join lateral jsonb_to_recordset(act.events::jsonb)
        as event(id uuid, kind text, audience text, data jsonb)
    ),
    posted as (
      insert into webhook_events (id, type, subject_id, version, actor_id, act_id, changes, at)
      select event.id, event.type, "ticketId", version, "actorId", "actId", event.changes, at
      from act cross join lateral jsonb_to_recordset(act."webhookEvents"::jsonb)
        as event(id uuid, type text, changes jsonb)
      where ${hasWebhooks}
    ),
    kept as (
      update acts set made = act.made::jsonb from act
      where acts.id = act."actId" and act.made is not null
    )
    insert into live_events
      (id, topic, subject_id, number, version, audience, company_ids, people_ids)
    select "liveId", 'ticket', id, number, version, audience, "companyIds", "peopleIds"
    from act join saved on saved.id = act."ticketId"
    where audience is not null
    union all
    select "joinedId", 'ticket', id, number, version, 'person', "companyIds", joining
    from act join saved on saved.id = act."ticketId"
    where audience = 'staff' and joining <> '{}'`.execute(tx);
}

/**
 * An undone status never was: deletes its span and continues the one before. The only span of a
 * ticket gets its status back.
 */
export async function restoreSpan(tx: Tx, ticketId: string, status: TicketStatus): Promise<void> {
  await sql`
    delete from status_spans current
    where current.ticket_id = ${ticketId}::uuid and current.ended_at is null and exists (
      select from status_spans earlier
      where earlier.ticket_id = current.ticket_id and earlier.ended_at = current.started_at
        and earlier.status = ${status}::ticket_status)`.execute(tx);
  await sql`
    update status_spans set ended_at = null, status = ${status}::ticket_status
    where ticket_id = ${ticketId}::uuid and started_at = (
      select max(started_at) from status_spans where ticket_id = ${ticketId}::uuid)`.execute(tx);
}

/**
 * The earlier status in the spans came from a merge; in fact the ticket was resolved and a customer
 * reopened it.
 */
export async function markReopened(tx: Tx, ticketId: string, at: Instant): Promise<void> {
  await sql`
    update reopenings set was = 'resolved'
    where ticket_id = ${ticketId}::uuid and reopened_at = ${at}::text::timestamptz`.execute(tx);
}

/**
 * Inserts actions that have no request of their own; the job or call they are part of runs once.
 */
export async function beginActions(
  tx: Tx,
  { actorId, now }: { actorId: string; now: Date },
  kind: "bulk" | "bulk-undo" | "leave" | "come-back",
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const madeAnew = () => Array.from({ length: count }, () => Bun.randomUUIDv7());
  const ids = madeAnew();
  // As arrays: the number of values in a statement is limited.
  await sql`
    insert into acts (id, actor_id, request_id, kind, input_hash, made, created_at)
    select id, ${actorId}::uuid, request_id, ${kind}, ${Buffer.alloc(32)}::bytea, '{}',
      ${now}::timestamptz
    from unnest(${ids}::uuid[], ${madeAnew()}::uuid[]) as begun (id, request_id)`.execute(tx);
  return ids;
}
