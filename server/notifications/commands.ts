import { type RawBuilder, sql } from "kysely";
import type { MarkBellInput } from "../../shared/schemas/notifications.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Db, Tx } from "../db/database.ts";

/** Marks the person's own notifications as read, in their other tabs too. */
export function markNotificationsRead(
  deps: ActorDeps,
  input: MarkBellInput,
): Promise<{ marked: number }> {
  return transact(deps, (tx, deps) => mark(tx, deps, input));
}

async function mark(
  tx: Tx,
  { actor, now }: ActorDeps,
  input: MarkBellInput,
): Promise<{ marked: number }> {
  const chosen = "ids" in input ? sql`and id = any(${input.ids}::uuid[])` : seen(input.newest);
  const { rows } = await sql<{ marked: number }>`
    with marked as (
      update notifications set read_at = ${now}::timestamptz
      where user_id = ${actor.id}::uuid and read_at is null ${chosen}
      returning id
    ),
    told as (
      insert into live_events (id, topic, audience, people_ids)
      select ${Bun.randomUUIDv7()}::uuid, 'notifications', 'person', ${[actor.id]}::uuid[]
      where exists (select from marked)
    )
    select count(*)::int as marked from marked`.execute(tx);
  return { marked: rows[0]?.marked ?? 0 };
}

/** Not those that arrived after it. */
function seen(newest: string | undefined): RawBuilder<unknown> {
  if (newest === undefined) return sql``;
  return sql`and not exists (
    select from notifications newest where newest.id = ${newest}::uuid
      and (notifications.created_at, notifications.id) > (newest.created_at, newest.id))`;
}

const retentionMs = 90 * 24 * 60 * 60_000;

export async function sweepNotifications(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("notifications")
    .where("created_at", "<", new Date(now.getTime() - retentionMs))
    .execute();
}
