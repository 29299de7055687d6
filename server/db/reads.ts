import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";
import { isTimeout } from "./connection/client.ts";
import type { Db } from "./database.ts";

/** Reads that may be a few seconds old: the dashboard, exports and the audit log. */
export interface Reads {
  /** Reads from the standby of DATABASE_READ_URL if it is there and up to date, else from `primary`. */
  run<T>(primary: Db, read: (db: Db) => Promise<T>): Promise<T>;
}

export const primaryReads: Reads = { run: (primary, read) => read(primary) };

const checkEveryMs = 5_000;
/** After a failure the standby is left alone for this long. */
const restMs = 15_000;
/** For the answer of a standby that is looked at. */
const patienceMs = 1_000;
const mostBehindSeconds = 10;
/** Servers write their time twice a minute. */
const mostSilentSeconds = 120;

/** What a failed or late standby cannot answer is read from the primary, with a line in the log. */
export function createReads(standby: Db, log: Log): Reads {
  let isGood = false;
  let isNew = true;
  let nextCheck = 0;
  let isReported = false;
  let checking: Promise<void> | null = null;

  function leave(reason: string): void {
    isGood = false;
    nextCheck = performance.now() + restMs;
    if (!isReported) log.warn("database.read-url-unused", { reason });
    isReported = true;
  }

  async function check(primary: Db): Promise<void> {
    nextCheck = performance.now() + checkEveryMs;
    try {
      const reason = await whyUnusable(standby, primary);
      if (reason) return leave(reason);
      if (isReported) log.info("database.read-url-used");
      [isGood, isReported] = [true, false];
    } catch (error) {
      leave(reasonOf(error));
    } finally {
      isNew = false;
      checking = null;
    }
  }

  /** One that is known to fail is looked at again without keeping anyone waiting. */
  async function canUse(primary: Db): Promise<boolean> {
    if (!checking && performance.now() >= nextCheck) checking = check(primary);
    if (checking && (isGood || isNew)) await Promise.race([checking, Bun.sleep(patienceMs)]);
    return isGood && checking === null;
  }

  return {
    async run(primary, read) {
      if (!(await canUse(primary))) return await read(primary);
      try {
        return await read(standby);
      } catch (error) {
        // The primary would need as long.
        if (isTimeout(error)) throw error;
        // A "not found" may only mean that the standby does not have the row yet.
        if (!(error instanceof AppError) || error.code === "unavailable") leave(reasonOf(error));
        return await read(primary);
      }
    },
  };
}

interface Standby {
  databaseId: string | null;
  behind: number;
  silent: number;
}

async function whyUnusable(standby: Db, primary: Db): Promise<string | null> {
  const [there, here] = await Promise.all([
    sql<Standby>`
      select database_id as "databaseId",
        case when pg_is_in_recovery()
            and pg_last_wal_receive_lsn() is distinct from pg_last_wal_replay_lsn()
          then coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)
          else 0 end::float8 as behind,
        coalesce(extract(epoch from clock_timestamp() - last_seen), 0)::float8 as silent
      from recovery_state`.execute(standby),
    primary.selectFrom("recovery_state").select("database_id").executeTakeFirst(),
  ]);
  const [state] = there.rows;
  if (!state || state.databaseId !== (here?.database_id ?? null)) return "it is another database";
  if (state.behind > mostBehindSeconds) return `it is ${Math.round(state.behind)} seconds behind`;
  if (state.silent > mostSilentSeconds) return "it no longer follows the primary";
  return null;
}
