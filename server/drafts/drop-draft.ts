import { sql } from "kysely";
import type { DraftKind } from "../../shared/tickets/page.ts";
import type { Db, Tx } from "../db/database.ts";
import { tellDrafts } from "./tell-drafts.ts";

interface DraftAt {
  /** Null for the one of a new ticket. */
  ticketId: string | null;
  kind: DraftKind;
  revision: number;
}

/** Whether there was one: what another device has gone on with since stays. */
export async function dropDraft(
  db: Db | Tx,
  userId: string,
  { ticketId, kind, revision }: DraftAt,
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from drafts
      where user_id = ${userId}::uuid and ticket_id is not distinct from ${ticketId}::uuid
        and kind = ${kind} and revision = ${revision}::int
      returning user_id, ticket_id
    ),
    told as (${tellDrafts(sql`user_id`, sql`gone where ticket_id is not null`)})
    select from gone`.execute(db);
  return rows.length > 0;
}
