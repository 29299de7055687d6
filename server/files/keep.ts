import { sql } from "kysely";
import { openDatabase, type Tx } from "../db/database.ts";

const keepLock = 7_368_645_225;

/**
 * As long as `act` goes on, no server over this database condemns a content: what a snapshot
 * names is still in the store when its turn comes to be copied. `assertKept` throws where the
 * connection that stands for it was lost.
 */
export async function keepingContents<T>(
  url: string,
  act: (assertKept: () => Promise<void>) => Promise<T>,
): Promise<T> {
  // It may wait for a sweep, which condemns two hundred at a time.
  const db = openDatabase({ url, size: 1, deadlineMs: 60_000 });
  try {
    await sql`select pg_advisory_lock(${keepLock})`.execute(db);
    const holder = await backendOf(db);
    return await act(async () => {
      if ((await backendOf(db)) !== holder) {
        throw new Error("The connection that keeps attachments from being removed was lost");
      }
    });
  } finally {
    await db.destroy();
  }
}

/** For whoever is about to condemn contents: false while they are to be kept. */
export async function mayCondemn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock_shared(${keepLock}) as may`.execute(tx);
  return rows[0]?.may ?? false;
}

async function backendOf(db: ReturnType<typeof openDatabase>): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid;
}
