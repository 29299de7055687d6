import { sql } from "kysely";
import { can } from "../../shared/access.ts";
import { AppError, refuseInput } from "../../shared/errors.ts";
import type { SaveDraftInput } from "../../shared/schemas/ticket-acts.ts";
import type { DraftSaved } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../access/actor.ts";
import { findShownTicket } from "../access/merged-into.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { transact } from "../access/transact.ts";
import { begun, coming, joinedBodies, joinedFiles } from "./move-drafts.ts";
import {
  draftColumns,
  dropDraft,
  firstRevision,
  notifyDrafts,
  presentDraft,
  type StoredDraft,
} from "./stored-draft.ts";

/**
 * Saves what a person types. A save that does not continue the last revision changes nothing: another
 * device saved since, and its text is returned. An empty draft is deleted.
 */
export function saveDraft(deps: ActorDeps, input: SaveDraftInput): Promise<DraftSaved> {
  return transact(deps, (db, deps) => save({ ...deps, db }, input));
}

async function save(deps: ActorDeps, input: SaveDraftInput): Promise<DraftSaved> {
  assertKind(deps, input);
  if (!(await isThere(deps, input.ticketId))) return await saveWhereItShows(deps, input);
  const form = formOf(input);
  const empty = input.body.trim() === "" && form === null;
  const revision = empty ? await drop(deps, input) : await keep(deps, input, form);
  if (revision !== null) return { saved: true, revision };

  const other = await read(deps, input, form);
  if (!other) {
    if (!empty) await assertCanAddDraft(deps);
    return { saved: true, revision: 0 };
  }
  // Sent again after a lost connection: it is already saved.
  if (other.isSame) return { saved: true, revision: other.revision };
  return { saved: false, other: presentDraft(other) };
}

function assertKind({ actor }: ActorDeps, { kind, ticketId }: SaveDraftInput): void {
  if (kind === "note" && !can(actor, "ticket.note")) throw new AppError("forbidden");
  if ((kind === "new") !== (ticketId === null)) {
    throw refuseInput("ticketId", "Only what begins a new ticket has none.");
  }
}

/** Waits for a merge in progress: a draft saved in its source afterwards would be hidden with it. */
async function isThere({ db, actor }: ActorDeps, ticketId: string | null): Promise<boolean> {
  if (ticketId === null) return true;
  const { rows } = await sql`
    select from tickets t
    where t.id = ${ticketId}::uuid and ${isSeen(scopeOf(actor))}
    for key share of t`.execute(db);
  return rows.length > 0;
}

/** After a merge, the text is appended to the draft in the ticket that shows the conversation now. */
async function saveWhereItShows(deps: ActorDeps, input: SaveDraftInput): Promise<DraftSaved> {
  const { db, actor, now } = deps;
  const { ticketId, kind, body } = input;
  const target = ticketId && (await findShownTicket(db, ticketId));
  if (!target || target === ticketId || !(await isThere(deps, target))) {
    throw new AppError("not_found");
  }
  const form = formOf(input);
  if (body.trim() !== "" || form !== null) {
    await sql`
      with joined as (
        insert into drafts (user_id, ticket_id, kind, body, form, revision, updated_at)
        values (${actor.id}::uuid, ${target}::uuid, ${kind}, ${body}, ${form}::text::jsonb,
          ${firstRevision},
          ${now}::timestamptz)
        on conflict (user_id, ticket_id, kind) do update set
          body = ${joinedBodies}, form = ${joinedFiles(begun, coming)},
          revision = drafts.revision + 1, updated_at = excluded.updated_at
        returning user_id
      )
      ${notifyDrafts(sql`user_id`, sql`joined`)}`.execute(db);
  }
  return { saved: true, revision: 0 };
}

/** More than a list shows as begun. */
const mostDrafts = 500;

const longestForm = 20_000;

/** The form of a new ticket as JSON, if Postgres can store it. */
function formOf({ form }: SaveDraftInput): string | null {
  if (!form || Object.keys(form).length === 0) return null;
  const text = JSON.stringify(form);
  if (text.length > longestForm) {
    throw refuseInput("form", "This is too long to be saved.");
  }
  // NUL, and halves of characters: JSON escapes both.
  if (/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(text)) throw new AppError("invalid_text");
  return text;
}

async function keep(
  { db, actor, now }: ActorDeps,
  { ticketId, kind, body, revision }: SaveDraftInput,
  form: string | null,
): Promise<number | null> {
  const { rows } = await sql<{ revision: number }>`
    with kept as (
      insert into drafts (user_id, ticket_id, kind, body, form, revision, updated_at)
      select ${actor.id}::uuid, ${ticketId}::uuid, ${kind}, ${body}, ${form}::text::jsonb,
        ${firstRevision}, ${now}::timestamptz
      where exists (
          select from drafts where user_id = ${actor.id}::uuid
            and ticket_id is not distinct from ${ticketId}::uuid and kind = ${kind})
        or (select count(*) from (
          select from drafts where user_id = ${actor.id}::uuid limit ${sql.lit(mostDrafts)}
        ) own) < ${sql.lit(mostDrafts)}
      on conflict (user_id, ticket_id, kind) do update set
        body = excluded.body, form = excluded.form, revision = drafts.revision + 1,
        updated_at = excluded.updated_at
      where drafts.revision = ${revision}::int
      returning user_id, ticket_id, kind, revision
    ),
    told as (${notifyDrafts(
      sql`kept.user_id`,
      // Only a new draft: a change of one is not announced.
      sql`kept where kept.ticket_id is not null and not exists (
        select from drafts where drafts.user_id = kept.user_id
          and drafts.ticket_id = kept.ticket_id and drafts.kind = kept.kind)`,
    )})
    select revision from kept`.execute(db);
  return rows[0]?.revision ?? null;
}

async function assertCanAddDraft({ db, actor }: ActorDeps): Promise<void> {
  const { count } = await db
    .selectFrom("drafts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", actor.id)
    .executeTakeFirstOrThrow();
  if (count >= mostDrafts) throw new AppError("too_many_drafts");
}

async function drop(
  { db, actor }: ActorDeps,
  { ticketId, kind, revision }: SaveDraftInput,
): Promise<number | null> {
  return (await dropDraft(db, actor.id, { ticketId, kind, revision })) ? 0 : null;
}

async function read(
  { db, actor }: ActorDeps,
  { ticketId, kind, body }: SaveDraftInput,
  form: string | null,
): Promise<(StoredDraft & { isSame: boolean }) | undefined> {
  const { rows } = await sql<StoredDraft & { isSame: boolean }>`
    select ${draftColumns},
      body = ${body} and form is not distinct from ${form}::text::jsonb as "isSame"
    from drafts
    where user_id = ${actor.id}::uuid and ticket_id is not distinct from ${ticketId}::uuid
      and kind = ${kind}`.execute(db);
  return rows[0];
}
