import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Db, Tx } from "../db/database.ts";
import {
  type Counter,
  type DoublingLimit,
  lockCounters,
  type Standing,
  saveCounters,
  standIn,
  standInDoubling,
  type WindowLimit,
} from "./failure-counters.ts";
import { tokenHash } from "./tokens.ts";
import { createTurns } from "./turns.ts";

export interface Attempt {
  /** What was typed as address, known or not. */
  account: string;
  network: string;
  /** This browser signed in to the account before, and its password is still the same. */
  knownBrowser: boolean;
}

export interface Throttle {
  /**
   * Asks whether the attempt is right, once it may be made; refuses with the time to wait. Only
   * what proves wrong is counted. Whoever would be refused only if those before them failed waits
   * for that to be known.
   */
  attempt(attempt: Attempt, now: Date, isRight: () => Promise<boolean>): Promise<boolean>;
  /** The account has a new password: what failed before, from wherever, says nothing any more. */
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

interface Limits {
  account: WindowLimit;
  network: WindowLimit;
  pair: DoublingLimit;
}

/** In milliseconds. */
const usualPatience = {
  /** For attempts under way to come to an end. */
  turn: 5 * second,
  /** Between two looks whether they have. */
  look: 50,
};

/**
 * Three counters of failures in Postgres, so that all servers count together: by account and
 * network, by account over all networks, and by network. A stranger can fill all three, but the
 * first is another one for a browser that the account's owner has used, and the second never
 * shuts it out.
 */
export function createThrottle(
  db: Db,
  limits: Limits = signInLimits,
  patience = usualPatience,
): Throttle {
  const inTurn = createTurns();

  /** Those of one network in the order in which they came, so that one of them alone looks. */
  function enter(attempt: Attempt, now: Date): Promise<string> {
    const latest = performance.now() + patience.turn;
    return inTurn(attempt.network, async () => {
      while (performance.now() < latest) {
        const id = await begin(db, limits, attempt, now);
        if (id) return id;
        await Bun.sleep(patience.look);
      }
      throw new AppError("too_many_attempts", { retryAfterSeconds: 2 });
    });
  }

  return {
    async attempt(attempt, now, isRight) {
      const id = await enter(attempt, now);
      const right = await isRight().catch(async (error) => {
        await end(db, id);
        throw error;
      });
      await db.transaction().execute(async (tx) => {
        const keys = keysOf(attempt);
        if (right) await tx.deleteFrom("attempts").where("key", "=", keys.pair).execute();
        else await countFailure(tx, await stand(tx, limits, keys, now));
        await end(tx, id);
      });
      return right;
    },

    async clear(tx, account) {
      const { account: key, pair } = keysOf({ account, network: "", knownBrowser: false });
      // As those hold it who count a failure: they and this would wait for each other's rows.
      await lockCounters(tx, [key]);
      await sql`delete from attempts where key = ${key} or starts_with(key, ${pair})`.execute(tx);
    },

    async sweep(now) {
      const dayAgo = new Date(now.getTime() - 24 * 60 * minute);
      await db.deleteFrom("attempts").where("last_at", "<", dayAgo).execute();
      await sql`delete from attempts_under_way where lapses_at <= now()`.execute(db);
    },
  };
}

type Keys = Record<keyof Limits, string>;
type Standings = Record<keyof Limits, Standing>;

function keysOf({ account, network, knownBrowser }: Attempt): Keys {
  const hashed = tokenHash(account.trim().toLowerCase());
  const pair = `p:${hashed}:${network}${knownBrowser ? ":known" : ""}`;
  return { network: `n:${network}`, account: `a:${hashed}`, pair };
}

async function stand(tx: Tx, limits: Limits, keys: Keys, now: Date): Promise<Standings> {
  const locked = [keys.network, keys.account];
  const before: Map<string, Counter> = await lockCounters(tx, locked, Object.values(keys));
  const at = now.getTime();
  return {
    network: standIn(limits.network, before.get(keys.network), keys.network, at),
    account: standIn(limits.account, before.get(keys.account), keys.account, at),
    pair: standInDoubling(limits.pair, before.get(keys.pair), keys.pair, at),
  };
}

/** Its id; null where it has to wait for what becomes of those under way. */
async function begin(db: Db, limits: Limits, attempt: Attempt, now: Date): Promise<string | null> {
  return await db.transaction().execute(async (tx) => {
    const keys = keysOf(attempt);
    const standings = await stand(tx, limits, keys, now);
    refuseWhoIsOut(standings, attempt, now);
    const underWay = await countUnderWay(tx, keys);
    const isFull = countersAgainst(attempt).some(
      (kind) => (underWay.get(keys[kind]) ?? 0) >= standings[kind].room,
    );
    if (isFull) return null;
    const id = Bun.randomUUIDv7();
    // By the database's clock, so that the attempts of a server that died hold up nobody for long.
    await sql`
      insert into attempts_under_way (id, keys, lapses_at)
      values (${id}, ${Object.values(keys)}::text[], now() + interval '1 minute')`.execute(tx);
    return id;
  });
}

async function countUnderWay(tx: Tx, keys: Keys): Promise<Map<string, number>> {
  const wanted = Object.values(keys);
  const { rows } = await sql<{ key: string; count: number }>`
    select key, count(*)::int as count
    from attempts_under_way cross join unnest(keys) key
    where lapses_at > now() and key = any(${wanted}::text[])
    group by key`.execute(tx);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

async function end(db: Db, id: string): Promise<void> {
  await db.deleteFrom("attempts_under_way").where("id", "=", id).execute();
}

async function countFailure(tx: Tx, standings: Standings): Promise<void> {
  await saveCounters(
    tx,
    Object.values(standings).map(({ next }) => next),
  );
}

/** Which of the counters may shut out this browser. */
function countersAgainst({ knownBrowser }: Attempt): (keyof Limits)[] {
  return knownBrowser ? ["network", "pair"] : ["network", "pair", "account"];
}

function refuseWhoIsOut(standings: Standings, attempt: Attempt, now: Date): void {
  for (const kind of countersAgainst(attempt)) {
    const until = standings[kind].refusedUntil;
    if (until === null) continue;
    const seconds = Math.ceil((until - now.getTime()) / second);
    throw new AppError("too_many_attempts", { retryAfterSeconds: Math.max(1, seconds) });
  }
}
