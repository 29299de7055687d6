import { type RawBuilder, sql } from "kysely";

/** `homes`, behind `with recursive`: the ticket, and whatever is merged into it. */
export function homesOf(ticketId: string): RawBuilder<unknown> {
  return sql`homes(id) as (
      select ${ticketId}::uuid
      union
      select t.id from tickets t join homes on t.merged_into_id = homes.id
    )`;
}
