import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { type PresentUser, presenceRhythm } from "../../shared/live.ts";
import type { LeaveInput, PresenceInput } from "../../shared/schemas/presence.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { transact } from "../access/transact.ts";
import type { Db, Tx } from "../db/database.ts";

/**
 * A person views a ticket, or types there. It is repeated while they do, or they are forgotten.
 * Others are notified only of changes. Returns who else is there.
 */
export function look(deps: ActorDeps, input: PresenceInput): Promise<{ others: PresentUser[] }> {
  return transact(deps, (tx, deps) => saveLook(tx, deps, input));
}

async function saveLook(
  tx: Tx,
  deps: ActorDeps,
  { ticketId, typing, page = unnamed }: PresenceInput,
): Promise<{ others: PresentUser[] }> {
  const { actor, now } = deps;
  const otherPages = pagesOf(sql`p.pages - ${page}::text`, now);
  const { rows } = await sql<{ others: PresentUser[] }>`
    with seen as (
      select t.id from tickets t where t.id = ${ticketId}::uuid and ${isSeen(scopeOf(actor))}
    ),
    before as (${shownBefore(deps, ticketId)}),
    kept as (
      insert into presence as p (ticket_id, user_id, typing, seen_at, pages)
      select id, ${actor.id}::uuid, ${typing}, ${now}::timestamptz,
        jsonb_build_object(${page}::text,
          jsonb_build_object('typing', ${typing}::boolean, 'at', ${now}::timestamptz))
      from seen
      on conflict (ticket_id, user_id) do update
        set typing = excluded.typing or (select typing from (${otherPages}) other),
          seen_at = excluded.seen_at,
          pages = (select pages from (${otherPages}) other) || excluded.pages
      returning typing
    ),
    told as (
      insert into live_events (id, topic, subject_id, audience)
      select ${Bun.randomUUIDv7()}::uuid, 'presence', seen.id, 'staff' from seen
      where not exists (select from before, kept where before.typing = kept.typing)
    )
    select coalesce((${lookersOf(deps)}), '[]') as others from seen`.execute(tx);
  const [found] = rows;
  if (!found) throw new AppError("not_found");
  return found;
}

/** They leave with their last page, without waiting to be forgotten. */
export async function leave(
  deps: ActorDeps,
  { ticketId, page = unnamed }: LeaveInput,
): Promise<{ left: true }> {
  await transact(deps, (tx, deps) => {
    const { actor, now } = deps;
    return sql`
      with before as (${shownBefore(deps, ticketId)}),
      rest as (
        update presence p
        set (typing, seen_at, pages) = (${pagesOf(sql`p.pages - ${page}::text`, now)})
        where ticket_id = ${ticketId}::uuid and user_id = ${actor.id}::uuid
        returning typing, seen_at
      )
      insert into live_events (id, topic, subject_id, audience)
      select ${Bun.randomUUIDv7()}::uuid, 'presence', ${ticketId}::uuid, 'staff'
      from before, rest
      where rest.typing <> before.typing
        or rest.seen_at <= ${forgottenBefore(now)}::timestamptz`.execute(tx);
  });
  return { left: true };
}

/** A page of an earlier release. */
const unnamed = "";

/** How others saw the actor there before. */
function shownBefore({ actor, now }: ActorDeps, ticketId: string) {
  return sql`
    select typing from presence
    where ticket_id = ${ticketId}::uuid and user_id = ${actor.id}::uuid
      and seen_at > ${forgottenBefore(now)}::timestamptz`;
}

/** Pages that one person can have open on a ticket; the oldest are forgotten first. */
const mostPages = 20;

/** The other open pages of a person on a ticket, with room for one more. */
function pagesOf(pages: RawBuilder<unknown>, now: Date) {
  return sql`
    select coalesce(bool_or((value ->> 'typing')::boolean), false) as typing,
      coalesce(max((value ->> 'at')::timestamptz), '-infinity') as seen_at,
      coalesce(jsonb_object_agg(key, value), '{}') as pages
    from (
      select key, value from jsonb_each(${pages})
      where (value ->> 'at')::timestamptz > ${forgottenBefore(now)}::timestamptz
      order by (value ->> 'at')::timestamptz desc limit ${sql.lit(mostPages - 1)}
    ) page`;
}

/** Who else views a ticket. */
export async function listPresent(
  deps: ActorDeps,
  ticketId: string,
): Promise<{ others: PresentUser[] }> {
  const { rows } = await sql<{ others: PresentUser[] }>`
    with seen as (
      select t.id from tickets t where t.id = ${ticketId}::uuid and ${isSeen(scopeOf(deps.actor))}
    )
    select coalesce((${lookersOf(deps)}), '[]') as others from seen`.execute(deps.db);
  const [found] = rows;
  if (!found) throw new AppError("not_found");
  return found;
}

export async function sweepPresence(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("presence").where("seen_at", "<", forgottenBefore(now)).execute();
}

function lookersOf({ actor, now }: ActorDeps) {
  return sql`
    select json_agg(json_build_object(
      'id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name), 'typing', p.typing
    ) order by p.typing desc, u.folded_name, u.id)
    from presence p join users u on u.id = p.user_id
    where p.ticket_id = seen.id and p.user_id <> ${actor.id}::uuid and u.state = 'active'
      and p.seen_at > ${forgottenBefore(now)}::timestamptz`;
}

function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - presenceRhythm.forgotten);
}
