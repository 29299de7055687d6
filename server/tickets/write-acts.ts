import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { columnList } from "./columns.ts";
import type { ActValues } from "./write.ts";

/**
 * What `writeAct` writes of one ticket, of many at once: one act each, by which people may come
 * and go and fields change, but neither tags nor states.
 */
export async function writeActs(tx: Tx, acts: readonly ActValues[]): Promise<void> {
  await sql`
    with act as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(acts)}::text::jsonb) as act(
        "ticketId" uuid, "actId" uuid, "actorId" uuid, at timestamptz, version int, set text,
        events text, made text, joining uuid[], leaving uuid[], audience text, "liveId" uuid,
        "joinedId" uuid, "companyIds" uuid[], "peopleIds" uuid[])
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
