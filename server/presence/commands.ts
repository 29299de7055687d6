import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { type Looker, presenceRhythm } from "../../shared/live.ts";
import type { LookInput } from "../../shared/schemas/presence.ts";
import type { ActorDeps } from "../actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { isSeen, scopeOf } from "../tickets/scope.ts";
import { transact } from "../transact.ts";

/**
 * Somebody looks at a ticket, or types there; said again and again, else they are forgotten. The
 * others are told only where it is news, and the answer is who else is there.
 */
export function look(deps: ActorDeps, input: LookInput): Promise<{ others: Looker[] }> {
  return transact(deps, (tx, deps) => keepLook(tx, deps, input));
}

async function keepLook(
  tx: Tx,
  deps: ActorDeps,
  { ticketId, typing }: LookInput,
): Promise<{ others: Looker[] }> {
  const { actor, now } = deps;
  const { rows } = await sql<{ others: Looker[] }>`
    with seen as (
      select t.id from tickets t where t.id = ${ticketId}::uuid and ${isSeen(scopeOf(actor))}
    ),
    before as (
      select p.typing from presence p join seen on seen.id = p.ticket_id
      where p.user_id = ${actor.id}::uuid and p.seen_at > ${forgottenBefore(now)}::timestamptz
    ),
    kept as (
      insert into presence (ticket_id, user_id, typing, seen_at)
      select id, ${actor.id}::uuid, ${typing}, ${now}::timestamptz from seen
      on conflict (ticket_id, user_id) do update
        set typing = excluded.typing, seen_at = excluded.seen_at
    ),
    told as (
      insert into live_events (id, topic, subject_id, audience)
      select ${Bun.randomUUIDv7()}::uuid, 'presence', seen.id, 'staff' from seen
      where not exists (select from before where before.typing = ${typing})
    )
    select coalesce((${lookersOf(deps)}), '[]') as others from seen`.execute(tx);
  const [found] = rows;
  if (!found) throw new AppError("not_found");
  return found;
}

/** Nobody need wait until they are forgotten. */
export async function leave(deps: ActorDeps, ticketId: string): Promise<{ left: true }> {
  await transact(deps, (tx, { actor }) =>
    sql`
    with gone as (
      delete from presence where ticket_id = ${ticketId}::uuid and user_id = ${actor.id}::uuid
      returning ticket_id
    )
    insert into live_events (id, topic, subject_id, audience)
    select ${Bun.randomUUIDv7()}::uuid, 'presence', ticket_id, 'staff' from gone`.execute(tx),
  );
  return { left: true };
}

/** Who else looks at a ticket. */
export async function listLookers(
  deps: ActorDeps,
  ticketId: string,
): Promise<{ others: Looker[] }> {
  const { rows } = await sql<{ others: Looker[] }>`
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
