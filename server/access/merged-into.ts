import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** The ticket at the end of the chain of merges, which may be the ticket itself. */
export async function findShownTicket(db: Db | Tx, ticketId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select ${endOfChain(sql`t.id`)} as id from tickets t where t.id = ${ticketId}::uuid`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/**
 * Joins the ticket `t` to the notification `n`, if it is about one; its message may have moved by a split. The offset
 * makes Postgres evaluate it once per notification.
 */
export const joinWhereLineShows = sql`
  left join messages said on said.id = n.message_id
  cross join lateral (
    select ${endOfChain(sql`coalesce(said.ticket_id, n.ticket_id)`)} as id offset 0
  ) shown
  left join tickets t on t.id = shown.id`;

/** Most tickets were never merged, and one look-up by key is enough. */
export function endOfChain(ticketId: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce((
    with recursive merged(id, into_id) as (
      select id, merged_into_id from tickets
      where id = ${ticketId} and merged_into_id is not null
      union
      select next.id, next.merged_into_id from tickets next join merged on next.id = merged.into_id
    )
    select id from merged where into_id is null), ${ticketId})`;
}
