import { type RawBuilder, sql } from "kysely";
import type { Said } from "../../shared/tickets/turns.ts";
import type { Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { isOfStaff } from "./messages.ts";

/** What messages `m` that are public say of whose turn it is, in each `part` of them; a reply answers its whole ticket. */
export async function readSaid(
  tx: Tx,
  part: RawBuilder<unknown>,
  among: RawBuilder<unknown>,
): Promise<Map<string, Said>> {
  const { rows } = await sql<Said & { part: string }>`
    with said as (
      select (${part})::text as part, m.ticket_id, m.created_at, m.released_at,
        ${isOfStaff} as by_staff
      from messages m where m.released_at is not null and ${among}
    )
    select part, ${isoTime(sql`max(released_at) filter (where by_staff)`)} as "answeredAt",
      ${isoTime(sql`min(released_at) filter (where not by_staff and not exists (
        select from said reply
        where reply.ticket_id = said.ticket_id and reply.by_staff
          and reply.created_at > said.released_at))`)} as "heardSince"
    from said group by part`.execute(tx);
  return new Map(rows.map(({ part, ...said }) => [part, said]));
}
