import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Db, Tx } from "../db/database.ts";
import { tokenHash } from "./tokens.ts";

export interface Attempt {
  /** What was typed as address, known or not. */
  account: string;
  network: string;
  /** This browser signed in to the account before, and its password is still the same. */
  knownBrowser: boolean;
}

export interface Throttle {
  /** Counts the attempt as a failure before it is made; refuses with the time to wait. */
  take(attempt: Attempt, now: Date): Promise<void>;
  /** It was no failure after all. */
  forgive(attempt: Attempt): Promise<void>;
  /** The account has a new password: what failed before says nothing any more. */
  clear(tx: Tx, account: string): Promise<void>;
  sweep(now: Date): Promise<void>;
}

const second = 1000;
const minute = 60 * second;

/** Arguments for the tests; no setting switches them off. */
export const signInLimits = {
  account: { count: 50, window: 60 * minute },
  network: { count: 20, window: minute },
  pair: { count: 5, quiet: 15 * minute, firstWait: 30 * second, longestWait: 15 * minute },
};
type Limits = typeof signInLimits;

interface Counter {
  key: string;
  count: number;
  started_at: Date;
  last_at: Date;
  blocked_until: Date | null;
}

/**
 * Three counters of failures in Postgres, so that all servers count together: by account and
 * network, by account over all networks, and by network. A stranger can fill the account's,
 * but never shuts out a browser that its owner has used.
 */
export function createThrottle(db: Db, limits: Limits = signInLimits): Throttle {
  return {
    take: (attempt, now) =>
      db.transaction().execute(async (tx) => {
        const keys = keysOf(attempt);
        const before = await lockCounters(tx, keys);
        const at = now.getTime();
        const network = countIn(limits.network, before.get(keys.network), keys.network, at);
        const pair = countPair(limits.pair, before.get(keys.pair), keys.pair, at);
        const account = countIn(limits.account, before.get(keys.account), keys.account, at);
        refuseUntil(network.refusedUntil, at);
        refuseUntil(pair.refusedUntil, at);
        if (!attempt.knownBrowser) refuseUntil(account.refusedUntil, at);
        await saveCounters(tx, [network.counter, pair.counter, account.counter]);
      }),

    forgive: (attempt) =>
      db.transaction().execute(async (tx) => {
        const keys = keysOf(attempt);
        await lockCounters(tx, keys);
        await tx.deleteFrom("attempts").where("key", "=", keys.pair).execute();
        await tx
          .updateTable("attempts")
          .set({ count: sql`greatest(count - 1, 0)` })
          .where("key", "in", [keys.account, keys.network])
          .execute();
      }),

    async clear(tx, account) {
      const { account: key } = keysOf({ account, network: "" });
      await tx.deleteFrom("attempts").where("key", "=", key).execute();
    },

    async sweep(now) {
      const dayAgo = new Date(now.getTime() - 24 * 60 * minute);
      await db.deleteFrom("attempts").where("last_at", "<", dayAgo).execute();
    },
  };
}

function keysOf({ account, network }: Pick<Attempt, "account" | "network">) {
  const hashed = tokenHash(account.trim().toLowerCase());
  return { network: `n:${network}`, account: `a:${hashed}`, pair: `p:${hashed}:${network}` };
}

/** One at a time for a network and an account: a hundred guesses at once count as a hundred. */
async function lockCounters(
  tx: Tx,
  keys: ReturnType<typeof keysOf>,
): Promise<Map<string, Counter>> {
  for (const key of [keys.network, keys.account]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  }
  const rows = await tx
    .selectFrom("attempts")
    .selectAll()
    .where("key", "in", Object.values(keys))
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

interface Counted {
  counter: Counter;
  refusedUntil: number | null;
}

function countIn(
  limit: { count: number; window: number },
  before: Counter | undefined,
  key: string,
  at: number,
): Counted {
  const goesOn = before && before.started_at.getTime() + limit.window > at;
  const startedAt = goesOn ? before.started_at.getTime() : at;
  const count = goesOn ? before.count + 1 : 1;
  return {
    counter: counterOf(key, count, startedAt, at, null),
    refusedUntil: count > limit.count ? startedAt + limit.window : null,
  };
}

/** After so many failures each further one makes the next wait twice as long. */
function countPair(
  limit: Limits["pair"],
  before: Counter | undefined,
  key: string,
  at: number,
): Counted {
  const blockedUntil = before?.blocked_until?.getTime() ?? 0;
  const restedSince = Math.max(before?.last_at.getTime() ?? 0, blockedUntil);
  const goesOn = before && restedSince + limit.quiet > at;
  const count = goesOn ? before.count + 1 : 1;
  const wait = Math.min(limit.longestWait, limit.firstWait * 2 ** (count - limit.count));
  return {
    counter: counterOf(
      key,
      count,
      goesOn ? before.started_at.getTime() : at,
      at,
      count >= limit.count ? at + wait : null,
    ),
    refusedUntil: blockedUntil > at ? blockedUntil : null,
  };
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

async function saveCounters(tx: Tx, counters: Counter[]): Promise<void> {
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

function refuseUntil(until: number | null, at: number): void {
  if (until === null) return;
  throw new AppError("too_many_attempts", {
    retryAfterSeconds: Math.max(1, Math.ceil((until - at) / second)),
  });
}
