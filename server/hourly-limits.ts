import { type RawBuilder, sql } from "kysely";
import { isStaff } from "../shared/access.ts";
import { AppError } from "../shared/errors.ts";
import type { ActorDeps } from "./access/actor.ts";
import type { Db, Tx } from "./db/database.ts";

/** What is limited per person and hour. The limits are settings of the desk, except for `repliesByLink`. */
type LimitedUse = "messages" | "tickets" | "uploads" | "invitations" | "repliesByLink";

const megabyte = 1024 * 1024;

const limits = {
  messages: { column: "messages_per_hour", unit: 1, perStaff: 10 },
  tickets: { column: "tickets_per_hour", unit: 1, perStaff: 10 },
  uploads: { column: "upload_mb_per_hour", unit: megabyte, perStaff: 10 },
  invitations: { column: "invitations_per_hour", unit: 1, perStaff: 1 },
  /** Replies without a session, by the link in a mail. */
  repliesByLink: { most: 20, unit: 1, perStaff: 1 },
} as const;

type Given = Pick<ActorDeps, "actor" | "credential" | "link" | "now">;

interface Used {
  since: Date;
  amount: number;
  most: number;
}

/**
 * Counts what a person does in this transaction, or refuses it. The hour begins with the first use and is
 * counted in the database, so it is the same on every server. The row stays locked until the end, so that two
 * requests of one person count each other. Jobs, imports and the demo are not counted.
 */
export async function countUse(
  tx: Tx,
  { actor, credential, link, now }: Given,
  use: LimitedUse,
  amount = 1,
): Promise<void> {
  if (credential === null && !link) return;
  const { rows } = await sql<Used>`
    insert into hourly_use as used (user_id, kind, since, amount)
    values (${actor.id}::uuid, ${use}, ${now}::timestamptz, ${amount}::bigint)
    on conflict (user_id, kind) do update set
      since = case when used.since > ${hourBefore(now)}::timestamptz
        then used.since else excluded.since end,
      amount = excluded.amount + case when used.since > ${hourBefore(now)}::timestamptz
        then used.amount else 0 end
    returning since, amount, ${mostOf(use)} as most`.execute(tx);
  refuseAbove(rows[0], { actor, now }, use);
}

/** Refuses what `countUse` would refuse, before work is done for it. */
export async function assertUseLeft(
  db: Db,
  { actor, now }: Given,
  use: LimitedUse,
  amount: number,
): Promise<void> {
  const { rows } = await sql<Used>`
    select since, amount + ${amount}::bigint as amount,
      ${mostOf(use)} as most
    from hourly_use
    where user_id = ${actor.id}::uuid and kind = ${use}
      and since > ${hourBefore(now)}::timestamptz`.execute(db);
  refuseAbove(rows[0], { actor, now }, use);
}

function mostOf(use: LimitedUse): RawBuilder<number> {
  const limit = limits[use];
  return "most" in limit
    ? sql`${sql.lit(limit.most)}`
    : sql`(select ${sql.ref(limit.column)} from desk)`;
}

function refuseAbove(
  used: Used | undefined,
  { actor, now }: Pick<Given, "actor" | "now">,
  use: LimitedUse,
): void {
  if (!used) return;
  const { unit, perStaff } = limits[use];
  const most = used.most * (isStaff(actor) ? perStaff : 1);
  if (used.amount <= most * unit) return;
  const endsAt = used.since.getTime() + hour;
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
  throw new AppError("hourly_limit", {
    params: { use, most, retryAfterSeconds },
    retryAfterSeconds,
  });
}

const hour = 60 * 60_000;

function hourBefore(now: Date): Date {
  return new Date(now.getTime() - hour);
}

/** Deletes the counts of past hours. */
export async function sweepHourlyUse(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("hourly_use").where("since", "<", hourBefore(now)).execute();
}
