import { sql } from "kysely";
import { type Db, openDatabase, type Tx } from "../db/database.ts";
import { StartError } from "../start-error.ts";

const contentLock = 7_368_645_225;
const backupLock = 7_368_645_226;

/**
 * While `act` runs, no server on this database condemns a content, so what a snapshot names is still in the
 * store when it is copied. `assertKept` throws if the connection that holds the lock was lost.
 */
export async function whileKeepingContents<T>(
  url: string,
  act: (assertKept: () => Promise<void>) => Promise<T>,
): Promise<T> {
  // It may wait for a sweep, which condemns two hundred at a time.
  const db = openDatabase({ url, size: 1, deadlineMs: 60_000 });
  try {
    await assertFirst(db);
    await sql`select pg_advisory_lock(${contentLock})`.execute(db);
    const holder = await backendOf(db);
    return await act(async () => {
      // At the moment of the loss the query fails; afterwards another backend answers.
      if ((await backendOf(db).catch(() => undefined)) !== holder) {
        throw new Error("The connection that keeps attachments from being removed was lost");
      }
    });
  } finally {
    // Otherwise the next run would find the lock held until Postgres notices the disconnect.
    await sql`select pg_advisory_unlock_all()`.execute(db).catch(() => {});
    await db.destroy();
  }
}

/**
 * Two backups at once would slow each other down; and a hanging one, which blocks all sweeps, is noticed by
 * the next.
 */
async function assertFirst(db: Db): Promise<void> {
  const { rows: tried } = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(${backupLock}) as mine`.execute(db);
  if (tried[0]?.mine) return;
  const { rows } = await sql<{ pid: number; since: string }>`
    select pid, to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and datname = current_database()
      and classid::bigint << 32 | objid::bigint = ${backupLock}
      and backend_start is not null`.execute(db);
  const [other] = rows;
  const whose = other ? `, since ${other.since} UTC, as process ${other.pid} of Postgres` : "";
  throw new StartError(
    `Another backup of this desk is under way${whose}: nothing was written. Try again when it has ended.`,
  );
}

/** Called before condemning contents: false while they must be kept. */
export async function canCondemn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock_shared(${contentLock}) as may`.execute(tx);
  return rows[0]?.may ?? false;
}

async function backendOf(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid;
}
