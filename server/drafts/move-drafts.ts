import { type RawBuilder, sql } from "kysely";
import { composerLimits, type Draft, type MessageFile } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../actor.ts";
import type { Db, Tx } from "../db/database.ts";
import {
  draftColumns,
  firstRevision,
  notifyDrafts,
  presentDraft,
  type StoredDraft,
} from "./stored-draft.ts";

/**
 * What people have begun to write in a ticket goes with it, below what they have begun there. What stands
 * there alone is the same draft: whoever sends it from where it was begun has sent it.
 */
export async function moveDrafts(
  tx: Tx,
  sourceId: string,
  targetId: string,
  now: Date,
): Promise<void> {
  // Who saves one there in this moment does so before, or where it shows then.
  await sql`select from tickets where id = ${sourceId}::uuid for update`.execute(tx);
  await sql`
    with leaving as (
      delete from drafts where ticket_id = ${sourceId}::uuid
      returning user_id, kind, body, form, revision
    ),
    told as (${notifyDrafts(sql`user_id`, sql`leaving`)})
    insert into drafts (user_id, ticket_id, kind, body, form, revision, updated_at)
    select user_id, ${targetId}::uuid, kind, body, form, revision, ${now}::timestamptz
    from leaving
    on conflict (user_id, ticket_id, kind) do update set
      body = ${joinedBodies}, form = ${joinedFiles(begun, coming)},
      revision = drafts.revision + 1, updated_at = excluded.updated_at
  `.execute(tx);
}

/** Neither text is lost; one that the other goes on with, or holds, stands there once. */
export const joinedBodies = sql`
  case
    when position(excluded.body in drafts.body) > 0 then drafts.body
    when starts_with(excluded.body, drafts.body) then excluded.body
    else left(concat_ws(E'\n\n', drafts.body, excluded.body), ${sql.lit(composerLimits.draft)})
  end`;

/** The files of both, each once; a reply's form and a note's hold nothing else. */
export function joinedFiles(first: RawBuilder<unknown>, then: RawBuilder<unknown>) {
  return sql`(
  select jsonb_build_object('files', jsonb_agg(file order by place)) from (
    select distinct on (file ->> 'id') file, place
    from jsonb_array_elements(${filesIn(first)} || ${filesIn(then)})
      with ordinality as each (file, place)
    order by file ->> 'id', place) once
  having count(*) > 0)`;
}

/** A form holds whatever a page put there: nobody else's act fails of it. */
function filesIn(form: RawBuilder<unknown>) {
  return sql`case jsonb_typeof(${form} -> 'files') when 'array' then ${form} -> 'files' else '[]' end`;
}

/** What stands in the draft, and what is to join it. */
export const begun = sql`drafts.form`;
export const coming = sql`excluded.form`;

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
    told as (${notifyDrafts(sql`user_id`, sql`restored`)})
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
