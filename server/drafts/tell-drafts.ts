import { type RawBuilder, sql } from "kysely";

/** Lists show where their reader has begun something: whose did begin or go, by these rows, hears of it. */
export function tellDrafts(people: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  return sql`
    insert into live_events (id, topic, audience, people_ids)
    select ${Bun.randomUUIDv7()}::uuid, 'drafts', 'person', array_agg(distinct ${people})
    from ${rows} having count(*) > 0`;
}
