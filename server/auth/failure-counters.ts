import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

export interface Counter {
  key: string;
  count: number;
  started_at: Date;
  last_at: Date;
  blocked_until: Date | null;
}

/** At most `count` failures in a window that begins with the first. */
export interface WindowLimit {
  count: number;
  window: number;
}

/** At most `count` failures; each further one doubles the next wait. */
export interface DoublingLimit {
  count: number;
  quiet: number;
  firstWait: number;
  longestWait: number;
}

export interface LimitState {
  /** Attempts are refused until then. */
  refusedUntil: number | null;
  /** How many more can fail before the next is refused. */
  room: number;
  /** The counter after one more failure. */
  next: Counter;
}

export function limitState(
  limit: WindowLimit,
  before: Counter | undefined,
  key: string,
  at: number,
): LimitState {
  const goesOn = before && before.started_at.getTime() + limit.window > at;
  const startedAt = goesOn ? before.started_at.getTime() : at;
  const count = goesOn ? before.count : 0;
  return {
    refusedUntil: count >= limit.count ? startedAt + limit.window : null,
    room: limit.count - count,
    next: counterOf(key, count + 1, startedAt, at, null),
  };
}

export function doublingLimitState(
  limit: DoublingLimit,
  before: Counter | undefined,
  key: string,
  at: number,
): LimitState {
  const blockedUntil = before?.blocked_until?.getTime() ?? 0;
  const restedSince = Math.max(before?.last_at.getTime() ?? 0, blockedUntil);
  const goesOn = before && restedSince + limit.quiet > at;
  const count = goesOn ? before.count + 1 : 1;
  const wait = Math.min(limit.longestWait, limit.firstWait * 2 ** (count - limit.count));
  const startedAt = goesOn ? before.started_at.getTime() : at;
  return {
    refusedUntil: blockedUntil > at ? blockedUntil : null,
    room: Math.max(1, limit.count - count + 1),
    next: counterOf(key, count, startedAt, at, count >= limit.count ? at + wait : null),
  };
}

/** Under these locks, so that a hundred simultaneous attempts count as a hundred. */
export async function lockCounters(
  tx: Tx,
  locked: readonly string[],
  keys: readonly string[] = locked,
): Promise<Map<string, Counter>> {
  for (const key of locked) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  }
  const rows = await tx.selectFrom("attempts").selectAll().where("key", "in", keys).execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export async function saveCounters(tx: Tx, counters: Counter[]): Promise<void> {
  await tx
    .insertInto("attempts")
    .values(counters)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((row) => ({
        count: row.ref("excluded.count"),
        started_at: row.ref("excluded.started_at"),
        last_at: row.ref("excluded.last_at"),
        blocked_until: row.ref("excluded.blocked_until"),
      })),
    )
    .execute();
}

function counterOf(
  key: string,
  count: number,
  startedAt: number,
  lastAt: number,
  blockedUntil: number | null,
): Counter {
  return {
    key,
    count,
    started_at: new Date(startedAt),
    last_at: new Date(lastAt),
    blocked_until: blockedUntil === null ? null : new Date(blockedUntil),
  };
}
