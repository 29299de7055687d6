import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import type { Webhook } from "../../../shared/webhooks.ts";
import type { Db } from "../../db/database.ts";

type Times = "pausedAt" | "failingSince" | "createdAt" | "previousSecretUntil";

interface StoredWebhook extends Omit<Webhook, Times | "successRate" | "lastDelivery"> {
  pausedAt: Date | null;
  failingSince: Date | null;
  createdAt: Date;
  previousSecretUntil: Date | null;
  delivered: number;
  ended: number;
  last: Webhook["lastDelivery"];
}

export async function listWebhooks(db: Db, now: Date): Promise<{ webhooks: Webhook[] }> {
  return { webhooks: await selectWebhooks(db, now, null) };
}

export async function findWebhook(db: Db, id: string, now: Date): Promise<Webhook> {
  const [webhook] = await selectWebhooks(db, now, id);
  if (!webhook) throw new AppError("not_found");
  return webhook;
}

/** Counts stop there: a webhook can have millions of deliveries a day. */
const countedAtMost = 10_000;

async function selectWebhooks(db: Db, now: Date, id: string | null): Promise<Webhook[]> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60_000);
  const { rows } = await sql<StoredWebhook>`
    select w.id, w.version, w.name, w.url, w.types, w.query, w.time_zone as "timeZone",
      w.content, w.notes,
      w.header_names as "headerNames", w.state, w.paused_why as "pausedWhy",
      w.paused_at as "pausedAt", w.failing_since as "failingSince", w.created_at as "createdAt",
      case when w.previous_secret_until > ${now}::timestamptz then w.previous_secret_until end
        as "previousSecretUntil",
      (select json_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name))
        from users u where u.id = w.created_by) as "createdBy",
      recent.delivered, recent.ended,
      (select count(*)::int from (
        select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting'
        limit ${sql.lit(countedAtMost)}) one) as waiting,
      (select json_build_object('at', d.tried_at, 'status', d.status, 'error', d.error)
        from webhook_deliveries d where d.webhook_id = w.id and d.tried_at is not null
          and (d.status is not null or d.state <> 'skipped')
        order by d.position desc limit 1) as last
    from webhooks w cross join lateral (
      select count(*) filter (where state = 'delivered')::int as delivered,
        count(*) filter (where state in ('delivered', 'failed') or status is not null
          or error is not null)::int as ended
      from (
        select d.state, d.status, d.error from webhook_deliveries d
        where d.webhook_id = w.id and d.tried_at > ${dayAgo}::timestamptz and d.state <> 'skipped'
        order by d.position desc limit ${sql.lit(countedAtMost)}
      ) one
    ) recent
    where ${id}::uuid is null or w.id = ${id}::uuid
    order by lower(w.name)`.execute(db);
  return rows.map(presentWebhook);
}

function presentWebhook(row: StoredWebhook): Webhook {
  const { delivered, ended, last, ...webhook } = row;
  return {
    ...webhook,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
    successRate: ended === 0 ? null : delivered / ended,
    lastDelivery: last && { ...last, at: new Date(last.at).toISOString() },
  };
}
