import { sql } from "kysely";
import { composerLimits, type Draft, type MessageFile } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { begun, coming, joinedFiles } from "./move-drafts.ts";
import { draftColumns, firstRevision, presentDraft, type StoredDraft } from "./present-draft.ts";
import { tellDrafts } from "./tell-drafts.ts";

/** A reply that was taken back stands in its author's draft again, with its files, above what was begun since. */
export async function restoreToDraft(
  tx: Tx,
  { actor, now }: ActorDeps,
  ticketId: string,
  { body, files }: { body: string; files: readonly MessageFile[] },
): Promise<Draft> {
  const form = files.length > 0 ? JSON.stringify({ files }) : null;
  const { rows } = await sql<StoredDraft>`
    with restored as (
      insert into drafts (user_id, ticket_id, kind, body, form, revision, updated_at)
      values (${actor.id}::uuid, ${ticketId}::uuid, 'reply', ${body}, ${form}::text::jsonb,
        ${firstRevision},
        ${now}::timestamptz)
      on conflict (user_id, ticket_id, kind) do update set
        form = ${joinedFiles(coming, begun)},
        body = left(concat_ws(
          E'\n\n', excluded.body, nullif(drafts.body, '')), ${composerLimits.draft}::int),
        revision = drafts.revision + 1,
        updated_at = excluded.updated_at
      returning *
    ),
    told as (${tellDrafts(sql`user_id`, sql`restored`)})
    select ${draftColumns} from restored drafts`.execute(tx);
  const [draft] = rows;
  if (!draft) throw new Error("A draft was not written");
  return presentDraft(draft);
}

/** The reply that somebody has begun in a ticket, or an empty one. */
export async function readDraft(db: Db | Tx, userId: string, ticketId: string): Promise<Draft> {
  const { rows } = await sql<StoredDraft>`
    select ${draftColumns} from drafts
    where user_id = ${userId}::uuid and ticket_id = ${ticketId}::uuid and kind = 'reply'`.execute(
    db,
  );
  const [draft] = rows;
  if (draft) return presentDraft(draft);
  return { kind: "reply", body: "", form: null, revision: 0, updatedAt: new Date(0).toISOString() };
}
