import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** The ticket at the end of the chain of merges, which may be the ticket itself. */
export async function whereItShows(db: Db | Tx, ticketId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select ${endOfChain(sql`t.id`)} as id from tickets t where t.id = ${ticketId}::uuid`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Of the line `n` of a bell: its message may have gone by itself, where a ticket was split. */
export const whereLineShows: RawBuilder<string> = endOfChain(sql`coalesce(
  (select m.ticket_id from messages m where m.id = n.message_id), n.ticket_id)`);

/** Most tickets were never merged: of those one look by their key is all. */
function endOfChain(ticketId: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce((
    with recursive merged(id, into_id) as (
      select id, merged_into_id from tickets
      where id = ${ticketId} and merged_into_id is not null
      union
      select next.id, next.merged_into_id from tickets next join merged on next.id = merged.into_id
    )
    select id from merged where into_id is null), ${ticketId})`;
}
