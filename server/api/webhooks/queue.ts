import { sql } from "kysely";
import type { WebhookState } from "../../../shared/webhooks.ts";
import type { Db, Tx } from "../../db/database.ts";

/** A delivery that this server has leased and sends. */
export interface LeasedDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  subjectId: string;
  webhookState: WebhookState;
  /** The number of this attempt; it tells this lease from a later one. */
  attempt: number;
}

const perWebhook = 8;
export const perServer = 16;

/** Webhooks that fail get one request at a time, and together half of a server's: they may hang. */
const perFailingWebhook = 1;
export const perServerFailing = 8;

const spreadAtOnce = 500;

/**
 * A delivery is due only if no earlier one of its subject waits. Inserting deliveries and ending them both
 * decide which is the first, so they exclude each other; ending several is possible at once.
 */
const orderLock = sql`hashtextextended('webhook deliveries', 0)`;

/** Inserts the deliveries of new events, in their order. Returns the number of events. */
export async function spreadEvents(db: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    select from webhook_events where spread_at is null limit 1`.execute(db);
  if (rows.length === 0) return 0;
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${orderLock})`.execute(tx);
    const { rows } = await sql<{ count: number }>`
      with event as materialized (
        select * from webhook_events where spread_at is null
        order by position limit ${sql.lit(spreadAtOnce)}
      ),
      wanted as (
        select w.id as webhook_id, event.id as event_id, event.subject_id, event.position,
          row_number() over (partition by w.id, event.subject_id order by event.position) = 1
            and not exists (
              select from webhook_deliveries d
              where d.webhook_id = w.id and d.subject_id = event.subject_id and d.state = 'waiting'
            ) as is_first
        from event join webhooks w on case
          when event.webhook_id is not null then w.id = event.webhook_id
          else event.type = any(w.types) and (event.type <> 'note.created' or w.notes)
            and (w.paused_at is null or w.paused_at > ${now}::timestamptz - interval '7 days')
          end
      ),
      marked as (
        update webhook_events set spread_at = ${now}::timestamptz
        from event where webhook_events.id = event.id
          and event.id in (select event_id from wanted)
      ),
      unwanted as (
        delete from webhook_events using event
        where webhook_events.id = event.id and event.id not in (select event_id from wanted)
      ),
      inserted as (
        insert into webhook_deliveries
          (id, webhook_id, event_id, subject_id, position, next_attempt_at, created_at)
        select uuid_v7(), webhook_id, event_id, subject_id, position,
          case when is_first then ${now}::timestamptz end, ${now}::timestamptz
        from wanted order by position
      )
      select count(*)::int as count from event`.execute(tx);
    return rows[0]?.count ?? 0;
  });
}

/** How many more requests this server sends. */
interface Room {
  all: number;
  failing: number;
}

/** Leases due deliveries in one short statement. Webhooks take turns, those that fail come last. */
export async function leaseDeliveries(
  db: Db,
  room: Room,
  now: Date,
  leaseMs: number,
): Promise<LeasedDelivery[]> {
  const { rows } = await sql<LeasedDelivery>`
    with webhook as materialized (
      select w.id, w.state from webhooks w
      where w.state <> 'paused' and exists (
        select from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at <= ${now}::timestamptz)
      order by w.id for no key update skip locked
    ),
    due as (
      select d.id, webhook.state,
        row_number() over (partition by webhook.id order by d.next_attempt_at, d.position) as turn
      from webhook
      cross join lateral (
        select greatest(0, case webhook.state when 'failing' then ${sql.lit(perFailingWebhook)}
          else ${sql.lit(perWebhook)} end - count(*)) as free
        from webhook_deliveries leased
        where leased.webhook_id = webhook.id and leased.leased_until > clock_timestamp()
      ) own
      cross join lateral (
        select d.id, d.next_attempt_at, d.position from webhook_deliveries d
        where d.webhook_id = webhook.id and d.state = 'waiting'
          and d.next_attempt_at <= ${now}::timestamptz
          and (d.leased_until is null or d.leased_until <= clock_timestamp())
        order by d.next_attempt_at, d.position limit own.free
      ) d
    ),
    ranked as (
      select id, state, turn, row_number() over (partition by state order by turn) as place from due
    ),
    picked as (
      select id, state from ranked where state <> 'failing' or place <= ${room.failing}::int
      order by state = 'failing', turn limit ${room.all}::int
    )
    update webhook_deliveries d
    set attempts = attempts + 1, tried_at = ${now}::timestamptz,
      leased_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
    from picked where d.id = picked.id
      -- Another server may have leased it since this statement began.
      and d.state = 'waiting' and (d.leased_until is null or d.leased_until <= clock_timestamp())
    returning d.id, d.webhook_id as "webhookId", d.event_id as "eventId",
      d.subject_id as "subjectId", picked.state as "webhookState", d.attempts as attempt`.execute(
    db,
  );
  return rows;
}

/** Milliseconds until a delivery is due, negative if one is; null if none waits. */
export async function nextDelivery(db: Db, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(due.next_attempt_at) as at from webhooks w cross join lateral (
      select next_attempt_at from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at is not null
        and (d.leased_until is null or d.leased_until <= clock_timestamp())
      order by next_attempt_at limit 1
    ) due
    where w.state <> 'paused'`.execute(db);
  const at = rows[0]?.at;
  return at ? at.getTime() - now.getTime() : null;
}

/** As if it had not been tried: the server is stopping. */
export async function giveBackDelivery(db: Db, delivery: LeasedDelivery): Promise<void> {
  await sql`
    update webhook_deliveries set attempts = attempts - 1, leased_until = null
    where id = ${delivery.id}::uuid and state = 'waiting' and attempts = ${delivery.attempt}`.execute(
    db,
  );
}

/** Not tried yet, and not before then: what it depends on is not ready. */
export async function postponeDelivery(db: Db, delivery: LeasedDelivery, until: Date) {
  await sql`
    update webhook_deliveries
    set attempts = attempts - 1, leased_until = null, next_attempt_at = ${until}::timestamptz
    where id = ${delivery.id}::uuid and state = 'waiting' and attempts = ${delivery.attempt}`.execute(
    db,
  );
}

/** Before ending deliveries by hand, too. */
export async function lockOrder(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${orderLock})`.execute(tx);
}

export async function makeNextDue(
  tx: Tx,
  { webhookId, subjectId }: { webhookId: string; subjectId: string },
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries set next_attempt_at = ${now}::timestamptz
    where id = (
      select id from webhook_deliveries
      where webhook_id = ${webhookId}::uuid and subject_id = ${subjectId}::uuid
        and state = 'waiting'
      order by position limit 1) and next_attempt_at is null`.execute(tx);
}

const dayMs = 24 * 60 * 60_000;
const deletedAtOnce = 10_000;

/**
 * Deletes deliveries after 30 days, and events without a delivery that waits. Skips what a webhook has
 * collected that has been paused for more than seven days.
 */
export async function sweepWebhooks(db: Db, now: Date): Promise<void> {
  const collectedBefore = new Date(now.getTime() - 7 * dayMs);
  await sql`
    update webhook_deliveries set state = 'skipped', ended_at = ${now}::timestamptz,
      next_attempt_at = null, error = 'The webhook was paused for more than 7 days.'
    where id in (
      select d.id from webhooks w join webhook_deliveries d on d.webhook_id = w.id
      where w.paused_at <= ${collectedBefore}::timestamptz and d.state = 'waiting'
      limit ${sql.lit(deletedAtOnce)})`.execute(db);
  const loggedBefore = new Date(now.getTime() - 30 * dayMs);
  await sql`
    delete from webhook_events where id in (
      select id from webhook_events e
      where e.at < ${loggedBefore}::timestamptz and not exists (
        select from webhook_deliveries d where d.event_id = e.id and d.state = 'waiting')
      order by e.at limit ${sql.lit(deletedAtOnce)})`.execute(db);
}
