import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import type { ListDeliveriesInput, SendAllInput } from "../../../shared/schemas/webhooks.ts";
import type { Delivery, DeliveryPage, RenderedRequest } from "../../../shared/webhooks.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { transact } from "../../access/transact.ts";
import type { Tx } from "../../db/database.ts";
import { afterCursor, cutPage, type Mark, type Order, orderBy } from "../../db/keyset.ts";
import { recordAct } from "../../events/record-act.ts";
import type { WebhookDeps } from "./commands.ts";
import { lockOrder, makeNextDue } from "./queue.ts";
import { renderDelivery } from "./render.ts";

interface StoredDelivery extends Omit<Delivery, "nextAttemptAt" | "createdAt" | "endedAt"> {
  position: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
}

const newestFirst: Order & { mark(row: StoredDelivery): Mark } = {
  name: "position",
  descending: true,
  columns: [
    { sql: sql`d.position`, type: "bigint" },
    { sql: sql`d.id`, type: "uuid" },
  ],
  mark: ({ position, id }) => [position, id],
};

/** Newest first. */
export async function listDeliveries(
  { db, actor }: Pick<ActorDeps, "db" | "actor">,
  { webhookId, state, ticketNumber, cursor, limit }: ListDeliveriesInput,
): Promise<DeliveryPage> {
  const where = [
    webhookId !== undefined && sql`d.webhook_id = ${webhookId}::uuid`,
    // As a literal, to match the partial index.
    state !== undefined && sql`d.state = ${sql.lit(state)}`,
    ticketNumber !== undefined &&
      sql`d.subject_id = (select id from tickets where number = ${ticketNumber}::bigint)`,
    actor.withoutNotes && sql`e.type <> 'note.created'`,
    afterCursor(newestFirst, cursor),
  ].filter((condition) => typeof condition === "object");
  const found = await sql<StoredDelivery>`
    select d.id, d.position, d.event_id as "eventId", e.type, d.state, d.attempts,
      json_build_object('id', w.id, 'name', w.name) as webhook,
      (select json_build_object('id', t.id, 'number', t.number) from tickets t where t.id = d.subject_id)
        as ticket,
      d.next_attempt_at as "nextAttemptAt", d.status, d.error, d.answer,
      d.duration_ms as "durationMs", d.size, d.sha256, d.created_at as "createdAt",
      d.ended_at as "endedAt"
    from webhook_deliveries d
      join webhook_events e on e.id = d.event_id
      join webhooks w on w.id = d.webhook_id
    where ${sql.join(where, sql` and `)}
    order by ${orderBy(newestFirst)} limit ${limit + 1}`.execute(db);
  const { rows, nextCursor } = cutPage(newestFirst, limit, found.rows);
  return { deliveries: rows.map(presentDelivery), nextCursor };
}

function presentDelivery({ position: _, ...row }: StoredDelivery): Delivery {
  return {
    ...row,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** The request as it would be sent now. Signatures and the values of own headers are left out. */
export async function showRequest(deps: WebhookDeps, id: string): Promise<RenderedRequest> {
  const delivery = await deps.db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhooks as w", "w.id", "d.webhook_id")
    .innerJoin("webhook_events as e", "e.id", "d.event_id")
    .select(["w.id as webhookId", "e.id as eventId", "e.type", "w.url", "w.header_names"])
    .where("d.id", "=", id)
    .executeTakeFirst();
  if (!delivery || (delivery.type === "note.created" && deps.actor.withoutNotes)) {
    throw new AppError("not_found");
  }
  const origin = () => deps.config.baseUrl ?? "";
  const rendered = await renderDelivery({ ...deps, origin }, delivery);
  if (rendered.kind !== "request") {
    const reason = rendered.kind === "skip" ? rendered.reason : "Try again in a second.";
    return { url: delivery.url, headers: [], body: null, reason };
  }
  const hidden = new Set([...delivery.header_names, "webhook-signature"]);
  const headers = Object.entries(rendered.headers).map(([name, value]) => ({
    name,
    value: hidden.has(name) ? "…" : value,
  }));
  return { url: rendered.url, headers, body: rendered.body, reason: null };
}

/** Queues an ended delivery again, with as many attempts as a new one; one that waits is sent now. */
export async function sendAgain(deps: ActorDeps, id: string): Promise<{ id: string }> {
  return await transact(deps, async (tx, deps) => {
    await lockOrder(tx);
    const delivery = await lockDelivery(tx, id);
    // One that waits for an earlier event keeps its place.
    if (delivery.state === "waiting" && delivery.next_attempt_at === null) return { id };
    await tx
      .updateTable("webhook_deliveries")
      .set({ state: "waiting", attempts: 0, next_attempt_at: deps.now, ended_at: null })
      .where("id", "=", id)
      .where((is) => is.or([is("leased_until", "is", null), is("state", "<>", "waiting")]))
      .execute();
    await record(tx, deps, "webhook.delivery-sent-again", delivery);
    return { id };
  });
}

/** Later events of the same ticket no longer wait for it. */
export async function skipDelivery(deps: ActorDeps, id: string): Promise<{ id: string }> {
  return await transact(deps, async (tx, deps) => {
    await lockOrder(tx);
    const delivery = await lockDelivery(tx, id);
    if (delivery.state !== "waiting") return { id };
    await tx
      .updateTable("webhook_deliveries")
      .set({
        state: "skipped",
        ended_at: deps.now,
        next_attempt_at: null,
        leased_until: null,
        error: "Skipped by a Super Admin.",
      })
      .where("id", "=", id)
      .execute();
    const { webhook_id: webhookId, subject_id: subjectId } = delivery;
    await makeNextDue(tx, { webhookId, subjectId }, deps.now);
    await record(tx, deps, "webhook.delivery-skipped", delivery);
    return { id };
  });
}

const sentAgainAtOnce = 10_000;

/** Sends all that failed or were skipped since then. Each ticket's events go in order. */
export async function sendAllSince(
  deps: ActorDeps,
  { webhookId, since }: SendAllInput,
): Promise<{ count: number; isAll: boolean }> {
  return await transact(deps, async (tx, deps) => {
    await lockOrder(tx);
    const webhook = await tx
      .selectFrom("webhooks")
      .select(["id", "name"])
      .where("id", "=", webhookId)
      .executeTakeFirst();
    if (!webhook) throw new AppError("not_found");
    const { rows } = await sql<{ count: number; left: number }>`
      with wanted as materialized (
        select id, subject_id, position from webhook_deliveries
        where webhook_id = ${webhookId}::uuid and state in ('failed', 'skipped')
          and created_at >= ${since}::timestamptz
        order by position limit ${sql.lit(sentAgainAtOnce + 1)}
      ),
      taken as (select * from wanted order by position limit ${sql.lit(sentAgainAtOnce)}),
      queued as (
        update webhook_deliveries d set state = 'waiting', attempts = 0, ended_at = null, error = null,
          next_attempt_at = case when not exists (
            select from taken earlier
            where earlier.subject_id = d.subject_id and earlier.position < d.position
          ) and not exists (
            select from webhook_deliveries waiting
            where waiting.webhook_id = d.webhook_id and waiting.subject_id = d.subject_id
              and waiting.state = 'waiting'
          ) then ${deps.now}::timestamptz end
        from taken where d.id = taken.id
      )
      select (select count(*)::int from taken) as count,
        (select count(*)::int from wanted) - (select count(*)::int from taken) as left`.execute(tx);
    const { count = 0, left = 0 } = rows[0] ?? {};
    if (count > 0) {
      await record(tx, deps, "webhook.delivery-sent-again", { webhook_id: webhookId, ...webhook });
    }
    return { count, isAll: left === 0 };
  });
}

async function lockDelivery(tx: Tx, id: string) {
  const delivery = await tx
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhooks as w", "w.id", "d.webhook_id")
    .select(["d.webhook_id", "d.subject_id", "d.state", "d.next_attempt_at", "w.name"])
    .where("d.id", "=", id)
    .forUpdate("d")
    .executeTakeFirst();
  if (!delivery) throw new AppError("not_found");
  return delivery;
}

async function record(
  tx: Tx,
  deps: ActorDeps,
  act: "webhook.delivery-sent-again" | "webhook.delivery-skipped",
  { webhook_id: id, name }: { webhook_id: string; name: string },
): Promise<void> {
  const subject = { kind: "webhook", id } as const;
  await recordAct(tx, { act, actorId: deps.actor.id, subject, values: { after: { name } } }, deps);
}
