import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** The ticket at the end of the chain of merges, which may be the ticket itself. */
export async function whereItShows(db: Db | Tx, ticketId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive merged(id, into_id) as (
      select id, merged_into_id from tickets where id = ${ticketId}::uuid
      union
      select next.id, next.merged_into_id from tickets next join merged on next.id = merged.into_id
    )
    select id from merged where into_id is null`.execute(db);
  return rows[0]?.id ?? null;
}
