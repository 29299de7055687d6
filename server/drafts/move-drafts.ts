import { type RawBuilder, sql } from "kysely";
import { composerLimits, type Draft, type MessageFile } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Db, Tx } from "../db/database.ts";
import {
  draftColumns,
  firstRevision,
  notifyDrafts,
  presentDraft,
  type StoredDraft,
} from "./stored-draft.ts";

/**
 * A merge moves drafts to the target, below a draft that is already there. A moved draft keeps its
 * revision, so sending it from the source's page still clears it.
 */
export async function moveDrafts(
  tx: Tx,
  sourceId: string,
  targetId: string,
  now: Date,
): Promise<void> {
  // A save at this moment happens before, or in the target.
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

/** No text is lost. A text that the other continues or contains appears once. */
export const joinedBodies = sql`
  case
    when position(excluded.body in drafts.body) > 0 then drafts.body
    when starts_with(excluded.body, drafts.body) then excluded.body
    else left(concat_ws(E'\n\n', drafts.body, excluded.body), ${sql.lit(composerLimits.draft)})
  end`;

/** The files of both, each once. The forms of replies and notes hold nothing else. */
export function joinedFiles(first: RawBuilder<unknown>, then: RawBuilder<unknown>) {
  return sql`(
  select jsonb_build_object('files', jsonb_agg(file order by place)) from (
    select distinct on (file ->> 'id') file, place
    from jsonb_array_elements(${filesIn(first)} || ${filesIn(then)})
      with ordinality as each (file, place)
    order by file ->> 'id', place) once
  having count(*) > 0)`;
}

/** A form holds anything a page put there and must not make another person's action fail. */
function filesIn(form: RawBuilder<unknown>) {
  return sql`case jsonb_typeof(${form} -> 'files') when 'array' then ${form} -> 'files' else '[]' end`;
}

/** The form of the draft, and the one to add. */
export const begun = sql`drafts.form`;
export const coming = sql`excluded.form`;

/** Puts an undone reply back into its author's draft with its files, above text written since. */
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

/** A person's reply draft in a ticket, or an empty one. */
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
