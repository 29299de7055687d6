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

/**
 * To the line `n` of a bell the ticket `t`; its message may have gone by itself, where a ticket was split.
 * Looked up once a line: without the offset Postgres could ask it of each ticket.
 */
export const joinWhereLineShows = sql`
  left join messages said on said.id = n.message_id
  cross join lateral (
    select ${endOfChain(sql`coalesce(said.ticket_id, n.ticket_id)`)} as id offset 0
  ) shown
  join tickets t on t.id = shown.id`;

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
