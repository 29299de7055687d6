import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Db, Tx } from "../db/database.ts";
import {
  type Counter,
  type DoublingLimit,
  doublingLimitState,
  type LimitState,
  limitState,
  lockCounters,
  saveCounters,
  type WindowLimit,
} from "./failure-counters.ts";
import { tokenHash } from "./tokens.ts";

export interface Attempt {
  /** The address that was typed, known or not; or another name for what is guessed at. */
  account: string;
  ipAddress: string;
  network: string;
  /**
   * This browser signed in to the account before and the password is still the same, or it is signed in now.
   * Only its own failures count against it.
   */
  knownBrowser: boolean;
}

export interface Throttle {
  /**
   * Runs `isRight` if the attempt is allowed, and refuses with the time to wait if not. Only wrong attempts are
   * counted. An attempt that would be refused only if those under way fail waits for their result.
   */
  attempt(attempt: Attempt, now: Date, isRight: () => Promise<boolean>): Promise<boolean>;
  /** The account has a new password: earlier failures, from any network, no longer count. */
  clear(tx: Tx, account: string): Promise<void>;
  sweep(now: Date): Promise<void>;
}

const second = 1000;
const minute = 60 * second;
const ofOneAddress = { count: 20, window: minute };

/** Arguments for the tests; no setting switches them off. */
export const signInLimits = {
  ipAddress: ofOneAddress,
  network: { ...ofOneAddress, count: 10 * ofOneAddress.count },
  account: { count: 50, window: 60 * minute },
  pair: { count: 5, quiet: 15 * minute, firstWait: 30 * second, longestWait: 15 * minute },
};

interface Limits {
  ipAddress: WindowLimit;
  network: WindowLimit;
  account: WindowLimit;
  pair: DoublingLimit;
}

type Kind = keyof Limits;

/** In milliseconds. */
const usualPatience = {
  /** How long an attempt waits for those under way. */
  turn: 5 * second,
  /** Between two checks. */
  look: 50,
};

/**
 * Counters of failures in Postgres, so that all servers count together: by IP address, by network, by account over
 * all networks, and by account and network. A stranger can fill all four. A known browser has one counter of its
 * own for its account, so strangers cannot shut it out.
 */
export function createThrottle(
  db: Db,
  limits: Limits = signInLimits,
  patience = usualPatience,
): Throttle {
  const runQueued = createQueue();

  /** Attempts of one address queue in the order in which they came, so that only the first polls. */
  function enter(attempt: Attempt, counters: Counters, now: Date): Promise<string> {
    const latest = performance.now() + patience.turn;
    const queue = attempt.knownBrowser ? counters.keys.pair : counters.keys.ipAddress;
    return runQueued(queue ?? "", async () => {
      while (performance.now() < latest) {
        const id = await begin(db, limits, counters, now);
        if (id) return id;
        await Bun.sleep(patience.look);
      }
      throw new AppError("too_many_attempts", { retryAfterSeconds: 2 });
    });
  }

  return {
    async attempt(attempt, now, isRight) {
      const counters = countersFor(attempt);
      const id = await enter(attempt, counters, now);
      const right = await isRight().catch(async (error) => {
        await end(db, id);
        throw error;
      });
      await db.transaction().execute(async (tx) => {
        if (right) {
          await tx.deleteFrom("attempts").where("key", "=", counters.keys.pair).execute();
        } else {
          const limitStates = await stand(tx, limits, counters, now);
          await saveCounters(
            tx,
            limitStates.map(({ next }) => next),
          );
        }
        await end(tx, id);
      });
      return right;
    },

    async clear(tx, account) {
      const hash = hashOf(account);
      // Locked like those who count a failure: otherwise they and this could wait for each other's rows.
      await lockCounters(tx, [accountKey(hash)]);
      await sql`
        delete from attempts where key = ${accountKey(hash)} or starts_with(key, ${`p:${hash}:`})`.execute(
        tx,
      );
    },

    async sweep(now) {
      const dayAgo = new Date(now.getTime() - 24 * 60 * minute);
      await db.deleteFrom("attempts").where("last_at", "<", dayAgo).execute();
      await sql`delete from attempts_under_way where lapses_at <= now()`.execute(db);
    },
  };
}

/** The counters of one attempt, and what is locked while they are read and written. */
interface Counters {
  keys: { [kind in Kind]?: string } & { pair: string };
  locked: string[];
}

function countersFor({ account, ipAddress, network, knownBrowser }: Attempt): Counters {
  const hash = hashOf(account);
  if (knownBrowser) return { keys: { pair: `p:${hash}:known` }, locked: [accountKey(hash)] };
  const keys = {
    ipAddress: `i:${tokenHash(ipAddress)}`,
    network: `n:${network}`,
    account: accountKey(hash),
    pair: `p:${hash}:${network}`,
  };
  return { keys, locked: [keys.ipAddress, keys.network, keys.account] };
}

function accountKey(hash: string): string {
  return `a:${hash}`;
}

function hashOf(account: string): string {
  return tokenHash(account.trim().toLowerCase());
}

async function stand(
  tx: Tx,
  limits: Limits,
  { keys, locked }: Counters,
  now: Date,
): Promise<LimitState[]> {
  const before: Map<string, Counter> = await lockCounters(tx, locked, Object.values(keys));
  const at = now.getTime();
  return (Object.entries(keys) as [Kind, string][]).map(([kind, key]) =>
    kind === "pair"
      ? doublingLimitState(limits.pair, before.get(key), key, at)
      : limitState(limits[kind], before.get(key), key, at),
  );
}

/** Its id; null if it has to wait for the result of those under way. */
async function begin(
  db: Db,
  limits: Limits,
  counters: Counters,
  now: Date,
): Promise<string | null> {
  return await db.transaction().execute(async (tx) => {
    const limitStates = await stand(tx, limits, counters, now);
    refuseIfBlocked(limitStates, now);
    const keys = Object.values(counters.keys);
    const underWay = await countUnderWay(tx, keys);
    const isFull = limitStates.some(({ next, room }) => (underWay.get(next.key) ?? 0) >= room);
    if (isFull) return null;
    const id = Bun.randomUUIDv7();
    // By the database's clock, so that attempts of a server that died block others for a minute only.
    await sql`
      insert into attempts_under_way (id, keys, lapses_at)
      values (${id}, ${keys}::text[], now() + interval '1 minute')`.execute(tx);
    return id;
  });
}

async function countUnderWay(tx: Tx, wanted: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select key, count(*)::int as count
    from attempts_under_way cross join unnest(keys) key
    where lapses_at > now() and key = any(${[...wanted]}::text[])
    group by key`.execute(tx);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

async function end(db: Db, id: string): Promise<void> {
  await db.deleteFrom("attempts_under_way").where("id", "=", id).execute();
}

function refuseIfBlocked(limitStates: readonly LimitState[], now: Date): void {
  for (const { refusedUntil } of limitStates) {
    if (refusedUntil === null) continue;
    const seconds = Math.ceil((refusedUntil - now.getTime()) / second);
    throw new AppError("too_many_attempts", { retryAfterSeconds: Math.max(1, seconds) });
  }
}

/** Work of one key is done one after the other, in the order in which it came. */
export function createQueue() {
  const last = new Map<string, Promise<unknown>>();

  return async function runQueued<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(work, work);
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
}
