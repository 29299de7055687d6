import { type RawBuilder, sql } from "kysely";
import type { TicketChange, TicketPlan, TicketState } from "../../shared/tickets/state.ts";
import type { Tx } from "../db/database.ts";
import { keepStatement, type Slot } from "../db/statement.ts";
import { eventsOf } from "../events/ticket-events.ts";
import { columnList } from "./columns.ts";

export interface SavedAct {
  actId: string;
  /** Nobody where the desk acts by itself. */
  actorId: string | null;
  plan: TicketPlan;
  /** What the act keeps for its answer and for Undo. */
  made?: Record<string, unknown>;
}

export interface ActValues {
  ticketId: string;
  actId: string;
  actorId: string | null;
  at: string;
  version: number;
  set: string;
  /** Null where no span of a state begins: an Undo has restored the one before. */
  status: string | null;
  events: string;
  made: string | null;
  addTags: string;
  removeTags: readonly string[];
  joining: readonly string[];
  leaving: readonly string[];
  /** Of the live event; null where nothing of the ticket changed. */
  audience: "staff" | "everyone" | null;
  liveId: string;
  joinedId: string;
  companyIds: readonly string[];
  peopleIds: readonly string[];
}

export function valuesOf(
  ticketId: string,
  { actId, actorId, plan, made }: SavedAct,
  set: Record<string, unknown>,
  before: TicketState,
): ActValues {
  const { after, at } = plan;
  const without = (list: readonly string[], other: readonly string[]) =>
    list.filter((each) => !other.includes(each));
  const addedTags = without(after.tags, before.tags);
  return {
    ...{ ticketId, actId, actorId, at, version: after.version },
    set: JSON.stringify(set),
    status: plan.changes.some(beginsSpan) ? after.status : null,
    events: JSON.stringify(eventsOf(plan)),
    made: made ? JSON.stringify(made) : null,
    addTags: JSON.stringify(addedTags.map((name) => ({ id: Bun.randomUUIDv7(), name }))),
    removeTags: without(before.tags, after.tags),
    joining: without(peopleOf(after), peopleOf(before)),
    leaving: without(peopleOf(before), peopleOf(after)),
    ...liveEventOf(plan),
  };
}

/** Who is told that the ticket moved: who could see it before and who can now. */
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
 * All that an act leaves behind: the ticket, its tags and people, the events of its timeline, the
 * spans of its states, what the act keeps, and what tells other servers.
 */
export async function writeAct(
  tx: Tx,
  way: ActShape["way"],
  values: ActValues,
): Promise<{ number: number }[]> {
  const tags = values.addTags !== "[]" || values.removeTags.length > 0;
  const people = values.joining.length > 0 || values.leaving.length > 0;
  return await actStatement(tx, { way, tags, people }, values);
}

/**
 * Most acts touch neither tags nor people. Left in with nothing to write, those parts cost as much
 * as all others together, since the triggers on tags look at each statement.
 */
interface ActShape {
  way: "insert" | "update";
  tags: boolean;
  people: boolean;
}

/** Texts are cast, since the driver would cut a time to milliseconds and write JSON twice. */
const actStatement = keepStatement<ActShape, ActValues, { number: number }>(
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
        : sql`insert into tickets (id, channel, opened_by_staff, created_at, ${columnList()})
        select id, channel, opened_by_staff, created_at, ${columnList()}
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
      -- Who follows is no public news, but whoever begins to has one ticket more.
      select ${slot("joinedId")}::uuid, 'ticket', ${ticketId}, number, ${slot("version")}::int,
        'person', ${slot("companyIds")}::uuid[], ${slot("joining")}::uuid[]
      from saved where ${slot("audience")}::text = 'staff' and ${slot("joining")}::uuid[] <> '{}'
    )
    select number from saved`;
  },
);

function writeTags(ticketId: RawBuilder<unknown>, slot: Slot<ActValues>): RawBuilder<unknown> {
  return sql`wanted_tags as (
      insert into tags (id, name)
      select id, name from jsonb_to_recordset(${slot("addTags")}::text::jsonb)
        as wanted(id uuid, name text) order by name
      -- Gives the tag that is there already, though another act made it a moment ago.
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

function writePeople(ticketId: RawBuilder<unknown>, slot: Slot<ActValues>): RawBuilder<unknown> {
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
