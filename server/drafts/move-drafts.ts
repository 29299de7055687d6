import { sql } from "kysely";
import { composerLimits } from "../../shared/tickets/page.ts";
import type { Tx } from "../db/database.ts";
import { firstRevision } from "./present-draft.ts";

/** What people have begun to write in a ticket goes with it, below what they have begun there. */
export async function moveDrafts(
  tx: Tx,
  sourceId: string,
  targetId: string,
  now: Date,
): Promise<void> {
  await sql`
    with leaving as (
      delete from drafts where ticket_id = ${sourceId}::uuid returning user_id, kind, body
    )
    insert into drafts (user_id, ticket_id, kind, body, revision, updated_at)
    select user_id, ${targetId}::uuid, kind, body, ${firstRevision}, ${now}::timestamptz
    from leaving
    on conflict (user_id, ticket_id, kind) do update set
      body = ${joinedBodies}, revision = drafts.revision + 1, updated_at = excluded.updated_at
  `.execute(tx);
}

/** Neither text is lost; one that the other goes on with, or holds, stands there once. */
export const joinedBodies = sql`
  case
    when position(excluded.body in drafts.body) > 0 then drafts.body
    when starts_with(excluded.body, drafts.body) then excluded.body
    else left(concat_ws(E'\n\n', drafts.body, excluded.body), ${sql.lit(composerLimits.draft)})
  end`;
