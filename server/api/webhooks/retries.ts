import { sql } from "kysely";
import type { Delivery, WebhookState } from "../../../shared/webhooks.ts";
import type { Db, Tx } from "../../db/database.ts";
import { queueMail } from "../../events/queue-mail.ts";
import { type LeasedDelivery, lockOrder, makeNextDue } from "./queue.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** After each failed attempt; after the last one the delivery is given up. */
export const retryDelays = [
  10 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
];

/** A webhook without a success for so long is paused. */
const failingForMs = 3 * 24 * hour;

/** What came of an attempt. */
export type Attempt = Pick<
  Delivery,
  "status" | "error" | "answer" | "durationMs" | "size" | "sha256"
>;

type Outcome = "delivered" | "skipped" | "failed";

/** Ends a delivery, unless its lease was lost; the next one of its subject becomes due. */
export async function endDelivery(
  db: Db,
  delivery: LeasedDelivery,
  outcome: Outcome,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOrder(tx);
    const ended = await sql<{ webhookId: string; subjectId: string }>`
      update webhook_deliveries
      set state = ${outcome}, ended_at = ${now}::timestamptz, next_attempt_at = null,
        leased_until = null, ${columnsOf(attempt)}
      where id = ${delivery.id}::uuid and state = 'waiting' and attempts = ${delivery.attempt}
      returning webhook_id as "webhookId", subject_id as "subjectId"`.execute(tx);
    const [own] = ended.rows;
    if (!own) return;
    await makeNextDue(tx, own, now);
    if (outcome === "delivered" && delivery.webhookState === "failing") {
      await sql`
        update webhooks set state = 'active', failing_since = null
        where id = ${own.webhookId}::uuid and state = 'failing'`.execute(tx);
    }
  });
}

/** Stores a failed attempt and when the next one follows. Returns whether the webhook was paused. */
export async function retryDelivery(
  db: Db,
  delivery: LeasedDelivery,
  attempt: Attempt,
  now: Date,
): Promise<{ paused: boolean }> {
  const delay = retryDelays[delivery.attempt - 1];
  if (delay === undefined) await endDelivery(db, delivery, "failed", attempt, now);
  return await db.transaction().execute(async (tx) => {
    if (delay !== undefined) {
      await sql`
        update webhook_deliveries
        set next_attempt_at = ${new Date(now.getTime() + delay)}::timestamptz, leased_until = null,
          ${columnsOf(attempt)}
        where id = ${delivery.id}::uuid and state = 'waiting'
          and attempts = ${delivery.attempt}`.execute(tx);
    }
    return { paused: await countFailure(tx, delivery.webhookId, attempt, now) };
  });
}

function columnsOf({ status, error, answer, durationMs, size, sha256 }: Attempt) {
  return sql`status = ${status}, error = ${error}, answer = ${answer}, duration_ms = ${durationMs},
    size = ${size}, sha256 = ${sha256}`;
}

/** The first failure begins the time after which the webhook is paused; a 410 pauses it immediately. */
async function countFailure(
  tx: Tx,
  webhookId: string,
  { status }: Attempt,
  now: Date,
): Promise<boolean> {
  const isGone = status === 410;
  const since = new Date(now.getTime() - failingForMs);
  const { rows } = await sql<{ state: WebhookState; createdBy: string | null }>`
    update webhooks set failing_since = coalesce(failing_since, ${now}::timestamptz),
      state = case when ${isGone} or failing_since <= ${since}::timestamptz then 'paused'
        else 'failing' end,
      paused_at = case when ${isGone} or failing_since <= ${since}::timestamptz
        then ${now}::timestamptz end,
      paused_why = case when ${isGone} then 'gone'
        when failing_since <= ${since}::timestamptz then 'failing' end
    where id = ${webhookId}::uuid and (state = 'active' or (state = 'failing'
      and (${isGone} or failing_since <= ${since}::timestamptz)))
    returning state, created_by as "createdBy"`.execute(tx);
  const [webhook] = rows;
  if (webhook?.state !== "paused") return false;
  await mailAboutPause(tx, { webhookId, createdBy: webhook.createdBy }, now);
  return true;
}

/** To the creator and all Super Admins. */
async function mailAboutPause(
  tx: Tx,
  { webhookId, createdBy }: { webhookId: string; createdBy: string | null },
  now: Date,
): Promise<void> {
  const people = await tx
    .selectFrom("users")
    .select("id")
    .where("state", "=", "active")
    .where("is_app", "=", false)
    .where((is) =>
      is.or([is("role", "=", "Super Admin"), ...(createdBy ? [is("id", "=", createdBy)] : [])]),
    )
    .execute();
  for (const { id } of people) {
    await queueMail(tx, { template: "webhook-paused", userId: id, data: { webhookId } }, now);
  }
}
